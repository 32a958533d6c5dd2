import { randomUUID } from 'node:crypto';
import { stranger } from '../support/actors';
import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { videoBody } from '../support/build/video';
import { use } from '../support/use';
import { buildCallers } from '../tenancy/things';
import {
  credential,
  describeOrder,
  faces,
  malformedBody,
  malformedId,
  membership,
  prefixes,
  unknownId,
} from './faults';
import type { Cell, Face, Fault, Operation } from './faults';

const app = useApp();

/** A workspace without credits, whose two callers have used an idempotency key. */
const scene = use(async () => {
  const { tenant, credentials } = await buildCallers();
  const { workspaceId } = tenant;
  const { connectionId: active } = await buildConnection(tenant);
  const { connectionId: inactive } = await buildConnection(tenant, { isActive: false });
  const { connectionId: expired } = await buildConnection(tenant, { tokenStatus: 'expired' });
  const make = async (overrides: object, connectionId = active) =>
    (await buildAssignment({ workspaceId, connectionId }, overrides)).assignmentId;
  const ids = {
    active,
    inactive,
    expired,
    pending: await make({}),
    failed: await make({ status: 'failed' }),
    unknown: await make({ status: 'failed' }),
    failedOnInactive: await make({ status: 'failed' }, inactive),
    published: await make({ status: 'published', platformPostId: 'post' }),
    delivery: (await buildDelivery({ workspaceId, connectionId: active }, 'https://hooks.example')).deliveryId,
    publishedOnExpired: await make({ status: 'published', platformPostId: 'post' }, expired),
  };
  await app.database.query(
    `INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, 'failed')`,
    [ids.unknown],
  );
  await app.database.query(
    `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until) VALUES ($1, 1, 'publish', '{}', now())`,
    [ids.unknown],
  );
  for (const face of faces) {
    const headers = { authorization: `Bearer ${credentials[face]}` };
    await stranger(app)('POST', `${prefixes[face]}/assignments`, { headers, body: { ...videoBody(active), ...used } });
  }
  await app.database.query(
    'UPDATE credit_accounts SET posted = monthly_credits - held WHERE workspace_id = $1 RETURNING plan',
    [workspaceId],
  );
  return { ids, credentials };
});
const used = { idempotencyKey: 'used' };

/** Without its connection, which is the id of the request. */
function video(): Record<string, unknown> {
  const { connectionId: _id, ...body } = videoBody('');
  return body;
}

const idOf = (name: string, id: () => string, answer: RegExp): Fault => ({
  name,
  part: 'id',
  answer,
  spoil: (draft) => (draft.id = id()),
});
const payload = (name: string, answer: RegExp): Fault => ({
  name,
  part: 'payload',
  answer,
  spoil: (draft) => (draft.body = { ...draft.body, payload: {} }),
});

const otherType = (answer: RegExp): Fault => ({
  name: 'a type that the platform does not offer',
  part: 'payload',
  answer,
  spoil: (draft) => (draft.body = { ...draft.body, type: 'text' }),
});

const operations: Record<string, Operation> = {
  createAssignment: {
    method: 'POST',
    path: () => '/assignments',
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {}, body: video() }),
    answer: /^402 /,
    faults: [
      credential,
      malformedBody({ mediaSizeBytes: 'large' }),
      {
        name: 'two keys',
        part: 'syntax',
        answer: /^400 .*"idempotencyKey"/,
        spoil: (draft) => {
          draft.headers['Idempotency-Key'] = 'used';
          draft.body = { ...draft.body, idempotencyKey: 'another' };
        },
      },
      {
        name: 'a used key',
        part: 'key',
        answer: /^201 /,
        spoil: (draft) => (draft.headers['Idempotency-Key'] = 'used'),
      },
      unknownId('connection'),
      idOf('an inactive connection', () => scene.ids.inactive, /^409 .*inactive/),
      otherType(/^400 .*"type":\["is not offered/),
      payload('a payload without a title', /^400 .*"payload\.title"/),
    ],
  },
  validateAssignment: {
    method: 'POST',
    path: () => '/assignments/validate',
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {}, body: video() }),
    answer: /^200 .*"credits":\[/,
    faults: [
      credential,
      { ...malformedBody({ mediaSizeBytes: 'large' }), answer: /^200 .*"valid":false.*"mediaSizeBytes"/ },
      unknownId('connection'),
      idOf('an inactive connection', () => scene.ids.inactive, /^409 .*inactive/),
      otherType(/^200 .*"type":\["is not offered/),
      payload('a payload without a title', /^200 .*"payload\.title"/),
    ],
  },
  updateAssignment: {
    method: 'PATCH',
    path: ({ id }) => `/assignments/${id}`,
    draft: (caller) => ({ caller, id: scene.ids.pending, headers: {}, body: {} }),
    answer: /^200 /,
    faults: [
      credential,
      malformedId,
      malformedBody({ scheduledAt: 'soon' }),
      unknownId('assignment'),
      idOf('a state that does not allow it', () => scene.ids.failed, /^409 /),
      {
        ...payload('a title that is too long', /^400 .*"payload\.title"/),
        spoil: (draft) => (draft.body = { ...draft.body, payload: { title: 'x'.repeat(101) } }),
      },
    ],
  },
  retryAssignment: {
    method: 'POST',
    path: ({ id }) => `/assignments/${id}/retry`,
    draft: (caller) => ({ caller, id: scene.ids.failed, headers: {} }),
    answer: /^402 /,
    faults: [
      credential,
      malformedId,
      unknownId('assignment'),
      idOf('a state that does not allow it', () => scene.ids.pending, /^409 /),
      idOf('an inactive connection', () => scene.ids.failedOnInactive, /^409 .*connection/),
    ],
  },
  resolveAssignment: {
    method: 'POST',
    path: ({ id }) => `/assignments/${id}/resolve`,
    draft: (caller) => ({ caller, id: scene.ids.unknown, headers: {}, body: { outcome: 'notPublished' } }),
    answer: /^200 /,
    faults: [
      credential,
      malformedId,
      malformedBody({ outcome: 'perhaps' }),
      unknownId('assignment'),
      idOf('a state that does not allow it', () => scene.ids.pending, /^409 /),
      idOf('a known outcome', () => scene.ids.failed, /^409 .*outcome/),
    ],
  },
  unpublishAssignment: {
    method: 'POST',
    path: ({ id }) => `/assignments/${id}/unpublish`,
    draft: (caller) => ({ caller, id: scene.ids.published, headers: {}, body: { mode: 'private' } }),
    answer: /^202 /,
    faults: [
      credential,
      malformedId,
      malformedBody({ mode: 'hide' }),
      unknownId('assignment'),
      idOf('a state that does not allow it', () => scene.ids.pending, /^409 /),
    ],
  },
  cancelAssignment: {
    method: 'DELETE',
    path: ({ id }) => `/assignments/${id}`,
    draft: (caller) => ({ caller, id: scene.ids.published, headers: {} }),
    answer: /^409 /,
    faults: [credential, malformedId, unknownId('assignment')],
  },
  redeliverWebhook: {
    method: 'POST',
    path: ({ id }) => `/webhooks/deliveries/${id}/redeliver`,
    draft: (caller) => ({ caller, id: scene.ids.delivery, headers: {} }),
    answer: /^202 /,
    faults: [credential, malformedId, unknownId('webhook delivery')],
  },
  getChannelStats: {
    method: 'GET',
    path: ({ id }) => `/connections/${id}/channel-stats`,
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {} }),
    answer: /^402 /,
    faults: [
      credential,
      malformedId,
      unknownId('connection'),
      idOf('a token that has expired', () => scene.ids.expired, /^409 /),
    ],
  },
  getPostStats: {
    method: 'GET',
    path: ({ id, postId = scene.ids.published }) => `/connections/${id}/posts/${postId}/stats`,
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {} }),
    answer: /^402 /,
    faults: [
      credential,
      malformedId,
      unknownId('connection'),
      {
        name: 'an unknown post',
        part: 'post',
        answer: /^404 There is no such post/,
        spoil: (draft) => (draft.postId = randomUUID()),
      },
      {
        name: 'a token that has expired',
        part: 'id',
        answer: /^409 /,
        spoil: (draft) => {
          draft.id = scene.ids.expired;
          draft.postId ??= scene.ids.publishedOnExpired;
        },
      },
    ],
  },
};

const forUsers: Record<string, Operation> = {
  createConnectUrl: {
    method: 'POST',
    path: () => '/oauth/connect-url',
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {}, body: { platform: 'facebook' } }),
    answer: /^400 .*is a connection to youtube/,
    faults: [credential, malformedBody({ platform: 'myspace' }), ...membership, unknownId('connection')],
  },
  testConnection: {
    method: 'POST',
    path: () => '/credentials/test-connection',
    draft: (caller) => ({ caller, id: scene.ids.expired, headers: {}, body: {} }),
    answer: /^200 .*"expired"/,
    faults: [credential, malformedBody({ connectionId: 5 }), ...membership, unknownId('connection')],
  },
};

/** The console judges the organization behind the syntax, which `validate` does not refuse. A member may do all. */
function onFace(face: Face, operation: Operation): Operation {
  if (face === 'API key') return operation;
  const isSyntax = ({ name, part, answer }: Fault) =>
    answer.source.startsWith('^4') && (part === 'credential' || part === 'syntax' || name === malformedId.name);
  const [syntax, others] = [operation.faults.filter(isSyntax), operation.faults.filter((fault) => !isSyntax(fault))];
  return { ...operation, faults: [...syntax, ...membership.slice(0, 2), ...others] };
}

const cells: Cell[] = [
  ...Object.entries(operations).flatMap(([name, operation]) =>
    faces.map((face) => [name, face, onFace(face, operation)] as const),
  ),
  ...Object.entries(forUsers).map(([name, operation]) => [name, 'user', operation] as const),
];

describeOrder('assignments', { app, scene, cells });
