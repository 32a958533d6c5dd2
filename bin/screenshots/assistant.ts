import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { mcpScopes } from '../../domain/mcp';
import { mp4 } from '../../domain/mediaType';
import { ask } from '../demoData/ask';

const film = readFileSync(join(__dirname, '..', '..', 'sandbox', 'assets', 'sample.mp4'));
/** The address of a client that many have. */
const shown = 'https://claude.ai/api/mcp/auth_callback';
/** Nothing listens there: the code is read from the request of the browser. */
const own = 'http://127.0.0.1:9/callback';

const Registered = z.object({ client_id: z.string() });
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Linked = z.object({ connectUrl: z.string() });
const Upload = z.object({ uploadUrl: z.string(), pageUrl: z.string() });

/** The paths of the pages to which an assistant sends people. */
export interface AssistantPages {
  consent: string;
  connect: string;
  upload: string;
  /** The page of an upload whose file has arrived. */
  arrived: string;
  /** Ends the grant by which they were made. */
  stop: () => Promise<void>;
}

interface Place {
  apiUrl: string;
  apiKey: string;
}

/** Registers a client, lets it in by the API key, and calls its tools. */
export async function makeAssistantPages(browser: Browser, { apiUrl, apiKey }: Place): Promise<AssistantPages> {
  const registration = { client_name: 'Claude', redirect_uris: [shown, own] };
  const client = await ask(Registered, `${apiUrl}/oauth/mcp/register`, { body: registration });
  const verifier = randomBytes(32).toString('base64url');
  const consentOf = (redirectUri: string): string => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: mcpScopes.join(' '),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    return `/oauth/mcp/authorize?${query.toString()}`;
  };
  const code = await allow(browser, apiUrl + consentOf(own), apiKey);
  const send = async (path: string, fields: Record<string, string>): Promise<unknown> => {
    const body = new URLSearchParams({ ...fields, client_id: client.client_id });
    const answer = await fetch(`${apiUrl}/oauth/mcp/${path}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return path === 'token' ? answer.json() : null;
  };
  const grant = { grant_type: 'authorization_code', code, redirect_uri: own, code_verifier: verifier };
  const tokens = Tokens.parse(await send('token', grant));
  return {
    consent: consentOf(shown),
    ...(await callTools(apiUrl, tokens.access_token)),
    stop: async () => void (await send('revoke', { token: tokens.refresh_token })),
  };
}

/** Lets the client in as a person does. @returns the code */
async function allow(browser: Browser, url: string, apiKey: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByText('Use an API key instead').click();
  await page.getByLabel('API key of your workspace').fill(apiKey);
  const back = page.waitForRequest((request) => request.url().startsWith(own));
  await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
  const code = new URL((await back).url()).searchParams.get('code');
  await page.close();
  if (code === null) throw new Error('the demo does not let an assistant in');
  return code;
}

async function callTools(apiUrl: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${apiUrl}/_mcp`), { requestInit: { headers } });
  const client = new Client({ name: 'screenshots', version: '1.0.0' });
  await client.connect(transport);
  const call = async <T>(schema: z.ZodType<T>, name: string, given: Record<string, unknown>): Promise<T> =>
    schema.parse((await client.callTool({ name, arguments: given })).structuredContent);
  try {
    const file = { fileName: 'coast-path.mp4', mediaContentType: mp4, mediaSizeBytes: film.length };
    const link = await call(Linked, 'connect_channel', { platform: 'youtube' });
    const upload = await call(Upload, 'create_upload', file);
    const sent = await call(Upload, 'create_upload', file);
    const answer = await fetch(sent.uploadUrl, { method: 'PUT', body: film });
    if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
    const pathOf = (url: string): string => new URL(url).pathname;
    return { connect: pathOf(link.connectUrl), upload: pathOf(upload.pageUrl), arrived: pathOf(sent.pageUrl) };
  } finally {
    await client.close();
  }
}
