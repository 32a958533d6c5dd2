import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../api/routes';
import { stranger } from '../support/actors';
import type { Answer } from '../support/actors';
import { startApp } from '../support/callers/app';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { leak } from './cells';
import { buildStage, buildStrangers, snapshot } from './stage';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url, stripeUrl: sandbox.stripeUrl }));
const strangers = use(async () => buildStrangers(app));
const stage = use(async () => buildStage(app, sandbox, strangers, false));

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ask = async (method: string, path: string, body?: string): Promise<Answer> =>
  stranger(app)(method, path, { ...(body !== undefined && { body, headers: form }) });

/** The operations for the public, or for one browser, that take an id; and their requests with an id. */
const operations: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
  describeUploads: async (id) => ask('OPTIONS', `/api/v1/assignment-upload-sessions/${id}`),
  consoleDescribeUploads: async (id) => ask('OPTIONS', `/api/v1/console/upload-sessions/${id}`),
  startChannelConsent: async (id) => ask('GET', `/api/v1/oauth/youtube/authorize?ticket=${id}`),
  offerChannels: async (id) => ask('GET', `/api/v1/oauth/youtube/choose?ticket=${id}`),
  chooseChannel: async (id) => ask('POST', '/api/v1/oauth/youtube/choose', `ticket=${id}&action=connect&channel=UC1`),
};

it('tries every operation without a credential of its own that takes an id', () => {
  const forAll = routes.filter(({ credential }) => credential === 'public' || credential === 'ticket');
  const taking = forAll.filter(({ request: { params, query, form: fields } }) =>
    [params, query, fields].some((part) =>
      Object.entries(part?.shape ?? {}).some(([name]) => /^(id|ticket)$/.test(name)),
    ),
  );
  expect(taking.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe.each(Object.entries(operations))('%s', (name, send) => {
  const isForUploads = name.endsWith('escribeUploads');

  it.each([
    ['an id of nothing', () => randomUUID()],
    ['an id in upper case', () => stage.outsider.things.ids.ticket.toUpperCase()],
    ['the id of another kind of thing', () => stage.outsider.things.ids.assignment],
  ])('tells nothing of %s, and changes nothing', async (_what, idOf) => {
    const before = await snapshot(app);
    const answer = await send(idOf());
    expect(isForUploads ? [204, 400] : [400]).toContain(answer.status);
    expect(leak(stage, answer)).toBeNull();
    expect(await snapshot(app)).toEqual(before);
  });

  if (name === 'startChannelConsent') return;

  it('does nothing with what somebody has, in the browser of somebody else', async () => {
    const { ticket, uploadSession } = stage.owner.things.ids;
    const before = await snapshot(app);
    const answer = await send(isForUploads ? uploadSession : ticket);
    expect(isForUploads ? [204] : [302, 400]).toContain(answer.status);
    expect(answer.headers.get('location') ?? 'error=invalid_ticket').toContain('error=invalid_ticket');
    const unknown = await send(randomUUID());
    const isRefused = answer.status === 302 || isDeepStrictEqual(answer.body, unknown.body);
    expect(isRefused ? [] : [answer.body, unknown.body]).toEqual([]);
    expect(await snapshot(app)).toEqual(before);
  });
});
