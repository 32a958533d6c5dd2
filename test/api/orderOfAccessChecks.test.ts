import { randomUUID } from 'node:crypto';
import { UploadSession } from '../../models/uploads/UploadSession';
import { inTransaction } from '../../models/database/transaction';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { useApp } from '../support/callers/app';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { addMember } from '../support/callers/people';
import { use } from '../support/use';
import { buildPerson, buildTenant } from '../tenancy/things';
import { credential, describeOrder, malformedBody, malformedId, malformedQuery, membership, unknownId } from './faults';
import type { Cell, Fault, Operation } from './faults';

/** Any file is above the quota. */
const app = useApp({ uploadQuotaBytes: 0 });

/** A workspace with a channel that has no token, an open upload session, a ticket and a webhook. */
const scene = use(async () => {
  const tenant = await buildTenant();
  const { workspaceId, organizationId } = tenant;
  const member = await buildPerson('member');
  await addMember(organizationId, member.userId, 'member');
  const { connectionId } = await buildConnection(tenant, { tokenStatus: 'missing' });
  const [uploadId, ticketId] = [randomUUID(), randomUUID()];
  await inTransaction(app.deps.sequelize, 'test', async (transaction) => {
    const file = { fileName: 'a.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 };
    await UploadSession.insert({ id: uploadId, workspaceId, organizationId, ...file }, 10_000, transaction);
    const ticket = { id: ticketId, workspaceId, organizationId, createdBy: null, connectionId };
    await OAuthTicket.insert({ ...ticket, platform: 'youtube', redirectUrl: 'https://app.example/' }, transaction);
  });
  const { deliveryId } = await buildDelivery({ workspaceId, connectionId }, 'https://hooks.example');
  const credentials = { 'API key': tenant.apiKey, user: tenant.owner.token, member: member.token };
  return { ids: { connection: connectionId, upload: uploadId, ticket: ticketId, delivery: deliveryId }, credentials };
});

/** The membership faults for any member: no role is too low. */
const memberOnly = membership.slice(0, 2);

/** The parts that both faces share: faults of syntax, faults of the console alone, and then the other faults. */
interface Shared extends Omit<Operation, 'faults'> {
  syntax: Fault[];
  /** The console also judges the place where the request acts, and for some operations the role. */
  console: Fault[];
  others: Fault[];
}

type Thing = keyof (typeof scene)['ids'];

/** An operation on one thing. */
const on = (thing: Thing, method: string, path: string): Pick<Operation, 'method' | 'path' | 'draft'> => ({
  method,
  path: ({ id }) => path.replace('{id}', id),
  draft: (caller) => ({ caller, id: scene.ids[thing], headers: {} }),
});

const tusPart = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '5', 'content-type': 'application/offset+octet-stream' };
const otherProtocol: Fault = {
  name: 'another version of tus',
  part: 'protocol',
  answer: /^412 /,
  spoil: (draft) => (draft.headers['Tus-Resumable'] = '0.2.1'),
};

const shared: Record<string, Shared> = {
  getConnection: {
    ...on('connection', 'GET', '/connections/{id}'),
    answer: /^200 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('connection')],
  },
  updateConnection: {
    ...on('connection', 'PATCH', '/connections/{id}'),
    draft: (caller) => ({ caller, id: scene.ids.connection, headers: {}, body: {} }),
    answer: /^200 /,
    syntax: [malformedId, malformedBody({ isActive: 'no' })],
    console: membership,
    others: [unknownId('connection')],
  },
  listPlaylists: {
    ...on('connection', 'GET', '/connections/{id}/playlists'),
    answer: /^409 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('connection')],
  },
  listCategories: {
    ...on('connection', 'GET', '/connections/{id}/categories'),
    answer: /^409 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('connection')],
  },
  refreshConnectionToken: {
    ...on('connection', 'POST', '/connections/{id}/refresh-token'),
    answer: /^409 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('connection')],
  },
  removeConnection: {
    ...on('connection', 'DELETE', '/connections/{id}'),
    draft: (caller) => ({ caller, id: randomUUID(), headers: {} }),
    answer: /^404 There is no such connection/,
    syntax: [malformedId],
    console: membership,
    others: [],
  },
  getWebhookDelivery: {
    ...on('delivery', 'GET', '/webhooks/deliveries/{id}'),
    answer: /^200 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('webhook delivery')],
  },
  listWebhookDeliveries: {
    ...on('delivery', 'GET', '/webhooks/deliveries'),
    path: ({ query = '' }) => `/webhooks/deliveries${query}`,
    answer: /^200 /,
    syntax: [malformedQuery('?assignmentId=A')],
    console: memberOnly,
    others: [],
  },
  sendTestWebhook: {
    ...on('delivery', 'POST', '/webhooks/test'),
    draft: (caller) => ({ caller, id: scene.ids.delivery, headers: {}, body: { url: 'http://127.0.0.1/' } }),
    answer: /^400 .*"url"/,
    syntax: [malformedBody({ url: 'nowhere' })],
    console: memberOnly,
    others: [],
  },
};

/** An answer to HEAD has no words. */
const byStatus = (fault: Fault): Fault => ({
  ...fault,
  answer: new RegExp(fault.answer.source.slice(0, '^404 '.length)),
});

/** The operations on uploads, whose paths differ from face to face. */
const uploads = (path: string): Record<string, Shared> => ({
  createUploadSession: {
    ...on('upload', 'POST', path),
    draft: (caller) => ({
      caller,
      id: scene.ids.upload,
      headers: {},
      body: { fileName: 'a.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
    }),
    answer: /^413 /,
    syntax: [malformedBody({ fileName: ' ' })],
    console: memberOnly,
    others: [
      {
        name: 'a file that no type takes',
        part: 'syntax',
        answer: /^400 .*"mediaSizeBytes"/,
        spoil: (draft) => (draft.body = { ...draft.body, mediaSizeBytes: 2 ** 50 }),
      },
    ],
  },
  getUploadSession: {
    ...on('upload', 'GET', `${path}/{id}`),
    answer: /^200 /,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('upload session')],
  },
  lookAtUpload: {
    ...on('upload', 'HEAD', `${path}/{id}`),
    draft: (caller) => ({ caller, id: scene.ids.upload, headers: { 'Tus-Resumable': '1.0.0' } }),
    answer: /^200 /,
    syntax: [malformedId],
    console: memberOnly.map(byStatus),
    others: [byStatus(unknownId('upload session')), otherProtocol],
  },
  sendUploadPart: {
    ...on('upload', 'PATCH', `${path}/{id}`),
    draft: (caller) => ({ caller, id: scene.ids.upload, headers: { ...tusPart }, body: {} }),
    answer: /^409 Upload-Offset/,
    syntax: [malformedId],
    console: memberOnly,
    others: [unknownId('upload session'), otherProtocol],
  },
  removeUpload: {
    ...on('upload', 'DELETE', `${path}/{id}`),
    draft: (caller) => ({ caller, id: randomUUID(), headers: { 'Tus-Resumable': '1.0.0' } }),
    answer: /^404 There is no such upload session/,
    syntax: [malformedId],
    console: memberOnly,
    others: [],
  },
});

const unknownOrganization: Fault = {
  name: 'an unknown organization',
  part: 'owner',
  answer: /^404 There is no such organization/,
  spoil: (draft) => (draft.body = { ...draft.body, organizationId: randomUUID() }),
};

/** The operations for API keys alone. */
const forKeys: Record<string, Operation> = {
  createConnectionTicket: {
    ...on('connection', 'POST', '/oauth/tickets'),
    draft: (caller) => ({
      caller,
      id: scene.ids.connection,
      headers: {},
      body: { platform: 'facebook', redirectUrl: 'https://app.example/' },
    }),
    answer: /^400 .*is a connection to youtube/,
    faults: [
      credential,
      malformedBody({ redirectUrl: 'https://app.example/?status=1' }),
      unknownOrganization,
      unknownId('connection'),
    ],
  },
};

/** The operations of the console alone. */
const forUsers: Record<string, Operation> = {
  getTicketStatus: {
    ...on('ticket', 'GET', '/oauth/status/{id}'),
    answer: /^200 /,
    faults: [credential, malformedId, ...memberOnly, unknownId('ticket')],
  },
  getTransaction: {
    ...on('ticket', 'GET', '/transactions/{id}'),
    answer: /^404 There is no such transaction/,
    faults: [credential, malformedId, ...membership],
  },
};

const onFace = (face: 'API key' | 'user', operations: Record<string, Shared>) =>
  Object.entries(operations).map(([name, { syntax, console: where, others, ...operation }]) => {
    const faults = [credential, ...syntax, ...(face === 'user' ? where : []), ...others];
    return [name, face, { ...operation, faults }] as const;
  });

const cells: Cell[] = [
  ...onFace('API key', { ...shared, ...uploads('/assignment-upload-sessions') }),
  ...onFace('user', { ...shared, ...uploads('/upload-sessions') }),
  ...Object.entries(forKeys).map(([name, operation]) => [name, 'API key', operation] as const),
  ...Object.entries(forUsers).map(([name, operation]) => [name, 'user', operation] as const),
];

describeOrder('access', { app, scene, cells });
