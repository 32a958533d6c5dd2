import { randomUUID } from 'node:crypto';
import { stranger } from '../support/actors';
import { useApp } from '../support/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { videoBody } from '../support/build/video';
import { addMember } from '../support/people';
import { use } from '../support/use';
import { buildPerson, buildTenant } from '../tenancy/things';

const app = useApp();
const faces = ['API key', 'user'] as const;
type Face = (typeof faces)[number];

/** A workspace without credits, whose two callers have used an idempotency key. */
const scene = use(async () => {
  const tenant = await buildTenant();
  const { workspaceId, organizationId } = tenant;
  const member = await buildPerson('member');
  await addMember(organizationId, member.userId, 'member');
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
    failedOnInactive: await make({ status: 'failed' }, inactive),
    published: await make({ status: 'published', platformPostId: 'post' }),
    publishedOnExpired: await make({ status: 'published', platformPostId: 'post' }, expired),
  };
  const credentials = { 'API key': tenant.apiKey, user: tenant.owner.token, member: member.token };
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
const prefixes = { 'API key': '/api/v1', user: '/api/v1/console' } as const;
const used = { idempotencyKey: 'used' };

/** Without its connection, which is the id of the request. */
function video(): Record<string, unknown> {
  const { connectionId: _id, ...body } = videoBody('');
  return body;
}

interface Draft {
  caller: keyof typeof scene.credentials | null;
  id: string;
  postId?: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Something that is wrong with a request. Of two faults of one part, a request has one. */
interface Fault {
  name: string;
  part: string;
  /** Status, and the beginning of the message. */
  answer: RegExp;
  spoil: (draft: Draft) => void;
}

interface Operation {
  method: string;
  path: (draft: Draft) => string;
  /** What is asked without any of the faults. */
  draft: (face: Face) => Draft;
  /** What it is answered then. */
  answer: RegExp;
  /** In the order in which they are found (contract.md §2, §13; ARCHITECTURE.md §12). */
  faults: Fault[];
}

const credential: Fault = {
  name: 'no credential',
  part: 'credential',
  answer: /^401 /,
  spoil: (draft) => (draft.caller = null),
};
const malformedId: Fault = {
  name: 'a malformed id',
  part: 'id',
  answer: /^400 /,
  spoil: (draft) => (draft.id = 'A'),
};
const malformedBody = (body: Record<string, unknown>): Fault => ({
  name: 'a malformed body',
  part: 'syntax',
  answer: /^400 /,
  spoil: (draft) => (draft.body = { ...draft.body, ...body }),
});
const unknownId = (what: string): Fault => ({
  name: `an unknown ${what}`,
  part: 'id',
  answer: new RegExp(`^404 There is no such ${what}`),
  spoil: (draft) => (draft.id = randomUUID()),
});
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
        name: 'a used key',
        part: 'key',
        answer: /^201 /,
        spoil: (draft) => (draft.headers['Idempotency-Key'] = 'used'),
      },
      unknownId('connection'),
      idOf('an inactive connection', () => scene.ids.inactive, /^409 .*inactive/),
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
  cancelAssignment: {
    method: 'DELETE',
    path: ({ id }) => `/assignments/${id}`,
    draft: (caller) => ({ caller, id: scene.ids.published, headers: {} }),
    answer: /^409 /,
    faults: [credential, malformedId, unknownId('assignment')],
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

/** Of the console alone: where a request acts, and what the caller may do there. */
const membership: Fault[] = [
  {
    name: 'a malformed organization',
    part: 'organization',
    answer: /^400 .*"X-Organization-Id"/,
    spoil: (draft) => (draft.headers['X-Organization-Id'] = 'A'),
  },
  {
    name: 'an organization of others',
    part: 'organization',
    answer: /^404 There is no such organization/,
    spoil: (draft) => (draft.headers['X-Organization-Id'] = randomUUID()),
  },
  { name: 'a role that is too low', part: 'credential', answer: /^403 /, spoil: (draft) => (draft.caller = 'member') },
];

const forUsers: Record<string, Operation> = {
  updateConnection: {
    method: 'PATCH',
    path: ({ id }) => `/connections/${id}`,
    draft: (caller) => ({ caller, id: scene.ids.active, headers: {}, body: {} }),
    answer: /^200 /,
    faults: [credential, malformedId, malformedBody({ isActive: 'no' }), ...membership, unknownId('connection')],
  },
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

/** Every selection of faults with at most one of each part. */
function selections(faults: readonly Fault[]): Fault[][] {
  return faults.reduce<Fault[][]>(
    (found, fault) => [
      ...found,
      ...found.filter((some) => some.every(({ part }) => part !== fault.part)).map((some) => [...some, fault]),
    ],
    [[]],
  );
}

async function answerTo(face: Face, { method, path, draft }: Operation, faults: readonly Fault[]): Promise<string> {
  const request = draft(face);
  for (const { spoil } of faults) spoil(request);
  const { caller, id, headers, body } = request;
  const answer = await stranger(app)(method, prefixes[face] + path(request), {
    headers: { ...headers, ...(caller && { authorization: `Bearer ${scene.credentials[caller]}` }) },
    ...(body && { body: { connectionId: id, ...body } }),
  });
  return `${answer.status} ${answer.body.message ?? ''} ${JSON.stringify(answer.body.details ?? answer.body)}`;
}

const cells = [
  ...Object.entries(operations).flatMap(([name, operation]) => faces.map((face) => [name, face, operation] as const)),
  ...Object.entries(forUsers).map(([name, operation]) => [name, 'user', operation] as const),
];

it.each(cells)('%s by the %s: of all that is wrong, the first is answered', async (_name, face, operation) => {
  await Promise.all(
    selections(operation.faults).map(async (faults) => {
      const { answer: wanted } = operation.faults.find((fault) => faults.includes(fault)) ?? operation;
      const answer = await answerTo(face, operation, faults);

      const what = faults.map(({ name }) => name).join(', ');
      expect(wanted.test(answer) ? wanted : `${what}: ${answer}`).toBe(wanted);
    }),
  );
});
