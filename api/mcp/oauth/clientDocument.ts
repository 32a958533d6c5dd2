import { z } from 'zod';
import { urlLengthMax } from '../../../domain/limits';
import { parseUrl } from '../../../domain/parseUrl';
import { documentBytesMax, documentHoursMax, documentMsMax } from '../../../domain/mcp';
import { valuesOf } from '../../../lib/safeFetch/answerHead';
import { outboundErrorOf } from '../../../lib/safeFetch/OutboundError';
import type { OutboundAnswer } from '../../../lib/safeFetch/safeFetch';
import { McpClient } from '../../../models/mcp/McpClient';
import type { KnownClient, RegisteredClient } from '../../../models/mcp/McpClient';
import { OAuthError } from '../../http/oauthError';
import { notFromHere } from './authorization';
import type { OAuthRequest } from './oauthRoute';
import { countNewClient, judgedMetadata } from './registerMcpClient';

const jsonType = 'application/json';

const Document = z.looseObject({ client_id: z.string(), token_endpoint_auth_method: z.string().nullish() });

/**
 * The client that asks for a consent. A `client_id` that is an address is that of a document which describes the client (OAuth Client ID
 * Metadata Document, draft-ietf-oauth-client-id-metadata-document; contract.md §9). It is read unless it was read lately.
 * @returns null for a client that is not known
 * @throws ShownPage 400 for a document that cannot be read or is not the client's; ApiError 429
 */
export async function clientOf(request: OAuthRequest, clientId: string): Promise<RegisteredClient | null> {
  if (!clientId.startsWith('https://')) return McpClient.find(clientId);
  if (!isDocumentAddress(clientId))
    throw notFromHere('The app that sent you here names no proper address of its description.');
  const kept = await McpClient.ofDocument(clientId);
  return kept && isFresh(kept) ? kept : readClient(request, clientId, kept);
}

/** An https address with a path and nothing that could be read in two ways. */
function isDocumentAddress(clientId: string): boolean {
  const url = clientId.length > urlLengthMax ? null : parseUrl(clientId);
  if (!url || url.href !== clientId) return false;
  return `${url.username}${url.password}` === '' && url.pathname !== '/' && !clientId.includes('#');
}

function isFresh({ freshUntil }: KnownClient): boolean {
  return freshUntil !== null && freshUntil.getTime() > Date.now();
}

/** @throws ShownPage 400; ApiError 429 */
async function readClient(request: OAuthRequest, url: string, kept: KnownClient | null): Promise<RegisteredClient> {
  if (!kept) await countNewClient(request);
  const answer = await read(request, url);
  if (answer === null) throw notFromHere('The description of the app that sent you here cannot be read right now.');
  const metadata = described(answer.text, url);
  if (typeof metadata === 'string')
    throw notFromHere(`The description of the app that sent you here is not right: ${metadata}`);
  return McpClient.keep(url, metadata, freshSecondsOf(answer.headers));
}

interface ReadDocument extends Pick<OutboundAnswer, 'headers'> {
  text: string;
}

/** @returns null where there is no answer of the right form */
async function read({ deps, requestId }: OAuthRequest, url: string): Promise<ReadDocument | null> {
  const { safeFetch, logger } = deps;
  try {
    const answer = await safeFetch.request(url, { headers: { accept: jsonType }, deadlineMs: documentMsMax });
    const text = answer.status === 200 && isJson(answer) ? await textOf(answer) : null;
    answer.body.destroy();
    return text === null ? null : { text, headers: answer.headers };
  } catch (error) {
    if (!outboundErrorOf(error)) throw error;
    logger.info({ err: error, requestId }, 'the document of a client could not be read');
    return null;
  }
}

/** RFC 8259 §11 and RFC 6839 §3.1. */
function isJson({ headers }: OutboundAnswer): boolean {
  const [type = ''] = valuesOf(headers, 'content-type');
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim());
}

/** @returns null for more bytes than a document may have */
async function textOf({ body }: OutboundAnswer): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > documentBytesMax) return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @returns the metadata, or the fault in a sentence for a person */
function described(text: string, url: string): ReturnType<typeof judgedMetadata> | string {
  const { data } = Document.safeParse(parsed(text));
  if (!data) return 'it is not a description of an app.';
  if (data.client_id !== url) return 'its client_id is not its own address.';
  if (data.token_endpoint_auth_method?.startsWith('client_secret') === true)
    return 'an app without a registration has no secret.';
  try {
    return judgedMetadata(data);
  } catch (error) {
    if (error instanceof OAuthError) return error.message;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The time for which the answer may be kept (RFC 9111 §5.2.2); none where it says nothing. */
function freshSecondsOf(headers: OutboundAnswer['headers']): number {
  const directives = valuesOf(headers, 'cache-control').join(',').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(directives)) return 0;
  const [, seconds = '0'] = /(?:^|,)\s*max-age\s*=\s*"?(\d+)/.exec(directives) ?? [];
  return Math.min(Number(seconds), documentHoursMax * 3600);
}
