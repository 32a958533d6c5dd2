import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { ticketWorkflowId } from '../../domain/workflowContract';
import { callApi, control, startedRun } from './stage';
import type { Stage, Story } from './stage';

const Ticket = z.object({ ticketId: z.string(), authUrl: z.string() });
type Ticket = z.infer<typeof Ticket>;
const Connected = z.object({ connectionId: z.string() });

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The lives of a ticket. The expiring ticket takes as long as a ticket lives: five minutes. */
export function ticketStories(stage: Stage): Record<string, Story> {
  return {
    connectExpired: async () => runOf(stage, await createTicket(stage)),
    connected: async () => connect(stage, 'allow'),
    connectDenied: async () => connect(stage, 'deny'),
    connectRefused: async () => connectInVain(stage),
    connectChosen: async () => choose(stage),
  };
}

type Decision = 'allow' | 'deny';

/** Connects the channel of an account with one channel. @returns the connection's id */
export async function connectChannel(stage: Stage): Promise<string> {
  const { location } = await walk(stage, await createTicket(stage), 'allow');
  return Connected.parse(Object.fromEntries(new URL(location).searchParams)).connectionId;
}

async function createTicket(stage: Stage): Promise<Ticket> {
  const body = { platform: 'youtube', redirectUrl: 'https://app.example/connected' };
  return Ticket.parse(await callApi(stage, 'POST', '/oauth/tickets', body));
}

async function runOf(stage: Stage, { ticketId }: Ticket): Promise<WorkflowHandle> {
  return startedRun(stage, ticketWorkflowId({ ticketId }));
}

async function connect(stage: Stage, decision: Decision): Promise<WorkflowHandle> {
  const ticket = await createTicket(stage);
  const run = await runOf(stage, ticket);
  await walk(stage, ticket, decision);
  return run;
}

/** The platform refuses the authorization code. */
async function connectInVain(stage: Stage): Promise<WorkflowHandle> {
  await control(stage, '/faults', { on: { method: 'POST', path: '/token' }, do: { error: 'invalid_grant' } });
  return connect(stage, 'allow');
}

/** An account that speaks for two channels: its owner chooses one of them. */
async function choose(stage: Stage): Promise<WorkflowHandle> {
  const items = ['UC-a', 'UC-b'].map((id) => ({ id, snippet: { title: id }, statistics: {} }));
  const fault = { on: { method: 'GET', path: '/youtube/v3/channels' }, do: { status: 200, body: { items } } };
  await control(stage, '/faults', fault);
  const ticket = await createTicket(stage);
  const run = await runOf(stage, ticket);
  const { location, cookie } = await walk(stage, ticket, 'allow');
  const body = new URLSearchParams({ ticket: ticket.ticketId, action: 'connect', channel: 'UC-a' });
  await visit(location, { method: 'POST', headers: { ...form, cookie }, body: body.toString() });
  return run;
}

/** Acts as a browser from `authUrl` to the end of the callback. @returns the last redirect, and the cookie */
async function walk(
  stage: Stage,
  { authUrl }: Ticket,
  decision: Decision,
): Promise<{ location: string; cookie: string }> {
  const authorized = await visit(authUrl);
  const [cookie = ''] = (authorized.cookie ?? '').split(';');
  const question = await visit(`${authorized.location}&login_hint=one%40example.com`);
  const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(question.text) ?? [];
  const scopes = [...question.text.matchAll(/name="scope" value="([^"]*)"/g)].map(([, scope = '']) => scope);
  const body = new URLSearchParams({ decision });
  for (const scope of scopes) body.append('scope', scope);
  const target = new URL(action.replaceAll('&#38;', '&'), authorized.location);
  const decided = await visit(target.href, { method: 'POST', headers: form, body: body.toString() });
  const query = new URL(decided.location).searchParams;
  for (const secret of [query.get('code'), query.get('state'), cookie.split('=')[1]]) {
    if (secret) stage.secrets.add(secret);
  }
  const { location } = await visit(decided.location, { headers: { cookie } });
  return { location, cookie };
}

interface Visit {
  location: string;
  cookie: string | undefined;
  text: string;
}

async function visit(url: string, init: RequestInit = {}): Promise<Visit> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${url.split('?')[0]} answered ${response.status}: ${text}`);
  return { location: response.headers.get('location') ?? '', cookie: response.headers.getSetCookie()[0], text };
}
