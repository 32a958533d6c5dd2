import { z } from 'zod';
import { exampleIds } from '../../api/http/ids';
import type { RouteDescription } from '../../api/http/Route';
import type { Answer } from '../support/actors';
import { stranger } from '../support/actors';
import type { TestApp } from '../support/callers/app';
import { videoBody } from '../support/build/video';
import { mcpHeaders } from '../support/callers/mcp';
import { partHeaders } from '../support/callers/uploads';
import { upload } from './things';
import type { Kind, Things } from './things';

/** A place in a request that takes an id. */
export interface Slot {
  part: 'params' | 'query' | 'headers' | 'body';
  name: string;
  kind: Kind;
}

const kinds = new Map(Object.entries(exampleIds).map(([kind, id]) => [id as string, kind as Kind]));

/** Every place of a route's request that takes an id: its schemas tell. */
export function slotsOf({ request }: RouteDescription): Slot[] {
  return (['params', 'query', 'headers', 'body'] as const).flatMap((part) =>
    Object.entries(request[part]?.shape ?? {}).flatMap(([name, schema]) => {
      const kind = kindOf(schema as z.ZodType);
      return kind === null ? [] : [{ part, name, kind }];
    }),
  );
}

/** The ids of organizations in paths and headers have no example of their own. */
function kindOf(schema: z.ZodType): Kind | null {
  const { format, example } = schema.meta() ?? {};
  if (typeof example === 'string' && kinds.has(example)) return kinds.get(example)!;
  if (format === 'uuid') return 'organization';
  if (schema instanceof z.ZodPipe) return kindOf(schema.def.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return kindOf(schema.def.innerType as z.ZodType);
  return null;
}

/** Queries without which an operation answers 400, by the name of the use case. */
const queries: Readonly<Record<string, Record<string, string>>> = {
  getQuote: { credits: '100' },
  getCalendar: { edges: '2026-12-01T00:00Z,2026-12-02T00:00Z' },
};

/** The parts of a request, all that it takes. */
export interface OwnRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
  /** The fields of a body that is a form. */
  form?: Record<string, string>;
  /** A body that is neither JSON nor a form. */
  bytes?: Buffer;
}

/** Bodies that are accepted, by the name of the use case. Fields that take an id are filled in. */
const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  createAssignment: { ...videoBody(''), idempotencyKey: 'same' },
  validateAssignment: { type: 'video', payload: { title: 'Coast path' } },
  updateAssignment: { payload: { title: 'Changed' } },
  createConnectionTicket: { platform: 'youtube', redirectUrl: 'https://app.example/done' },
  createConnectUrl: { platform: 'youtube' },
  updateConnection: { name: 'Changed', externalId: 'changed', isActive: false },
  sendTestWebhook: { url: 'https://nobody.invalid/hooks' },
  testConnection: {},
  createOrganization: { name: 'Changed' },
  changeRole: { role: 'admin' },
  createInvitation: { email: 'new@example.com', role: 'member' },
  updateProfile: { name: 'Changed' },
  changePassword: { currentPassword: 'correct horse', newPassword: 'correct horse battery' },
  updateOnboarding: { step: 'profile' },
  updateSettings: { postStatistics: false },
  updateMemberLimit: { monthlyLimit: 5 },
  regenerateApiKey: { keepGrants: false },
  resolveAssignment: { outcome: 'notPublished' },
  unpublishAssignment: { mode: 'private' },
  intervene: { intervention: 'reconcile' },
  callMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  createCheckout: { credits: 100, successUrl: 'https://app.example/paid', cancelUrl: 'https://app.example/' },
  createPortalSession: { returnUrl: 'https://app.example/' },
  createUploadSession: { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
};

/** Requests of protocols: of tus, all have its header, and one the whole file. */
const spoken: Readonly<Record<string, Pick<OwnRequest, 'headers' | 'bytes'>>> = {
  lookAtUpload: { headers: { 'tus-resumable': '1.0.0' } },
  sendUploadPart: { headers: partHeaders(0), bytes: upload },
  removeUpload: { headers: { 'tus-resumable': '1.0.0' } },
  callMcp: { headers: mcpHeaders },
};

/** Operations that succeed only where the platform knows the channel. */
const askingPlatform = [
  'getChannelStats',
  'getPostStats',
  'listPlaylists',
  'listCategories',
  'refreshConnectionToken',
  'testConnection',
];

export function asksPlatform(route: RouteDescription): boolean {
  return askingPlatform.includes(useCaseOf(route));
}

/** Things in another state, for the operations that need one. */
const states: Readonly<
  Record<
    string,
    Partial<Record<Kind, 'failedAssignment' | 'unknownAssignment' | 'publishedAssignment' | 'notifiedAssignment'>>
  >
> = {
  retryAssignment: { assignment: 'failedAssignment' },
  resolveAssignment: { assignment: 'unknownAssignment' },
  unpublishAssignment: { assignment: 'publishedAssignment' },
  getPostStats: { assignment: 'publishedAssignment' },
  getStatsHistory: { assignment: 'publishedAssignment' },
  exportStatsHistory: { assignment: 'publishedAssignment' },
  listWebhookDeliveries: { assignment: 'notifiedAssignment' },
};

/** The name of the use case, whatever the face. */
export function useCaseOf({ operationId }: RouteDescription): string {
  const name = operationId.replace(/^console/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The thing that the operation takes in a slot, out of these things. */
export function thingFor(route: RouteDescription, { kind }: Slot, things: Things): string {
  const state = states[useCaseOf(route)]?.[kind];
  return state === undefined ? things.ids[kind] : things[state];
}

/** A request with these things in every slot. */
export function requestFor(route: RouteDescription, things: Things): OwnRequest {
  const { body } = route.request;
  const known = bodies[useCaseOf(route)];
  if (body && !known) throw new Error(`test/tenancy/requests.ts has no body for ${route.operationId}`);
  const inProtocol = spoken[useCaseOf(route)];
  const own: OwnRequest = {
    params: { platform: 'youtube', token: things.invitationToken },
    query: { ...queries[useCaseOf(route)] },
    ...inProtocol,
    headers: { ...inProtocol?.headers },
    body: body && { ...known },
  };
  for (const slot of slotsOf(route)) put(own, slot, thingFor(route, slot, things));
  return own;
}

/** The same request with another id in one slot; null: without it. */
export function withId(own: OwnRequest, slot: Slot, id: string | null): OwnRequest {
  const { params, query, headers, body } = own;
  const parts = { params: { ...params }, query: { ...query }, headers: { ...headers }, body: body && { ...body } };
  const other = { ...own, ...parts };
  put(other, slot, id);
  return other;
}

function put(request: OwnRequest, { part, name }: Slot, id: string | null): void {
  const fields: Record<string, unknown> = request[part] ?? {};
  if (id === null) delete fields[name];
  else fields[name] = id;
}

/** Sends it with these credentials, as a header. */
export async function send(
  app: TestApp,
  { method, path }: RouteDescription,
  { params, query, headers, body, bytes }: OwnRequest,
  authorization?: string,
): Promise<Answer> {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`test/tenancy/requests.ts has no value for {${name}}`);
    return value;
  });
  const search = new URLSearchParams(query).toString();
  return stranger(app)(method.toUpperCase(), search === '' ? filled : `${filled}?${search}`, {
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...((bytes ?? body) && { body: bytes ?? body }),
  });
}
