import { plantCanaries } from './canaries';
import * as echoes from './echoes';
import { assistants } from './assistants';
import { find } from './find';
import * as flows from './flows';
import { payments } from './payments';
import { people, personal } from './people';
import { callersCredential } from './sinks';
import { startWatchedDeployment } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';
import { strayIn } from '../support/servers/otlpReceiver';
import { use } from '../support/use';

/** Every kind of secret must have been there, or nothing was looked for. */
const kinds = [
  'a code',
  'a code of an assistant',
  'a cookie',
  'a key of Stripe',
  'a key that opens nothing',
  'a page of payments',
  'a password',
  'a renewed token',
  'a session',
  'a setting',
  'a signature',
  'a state',
  'a token',
  'a token of an assistant',
  'a verifier of an assistant',
  'an API key',
  'an encryption key',
  'connections.access_token',
  'connections.refresh_token',
  'invitations.sealed_token',
  'oauth_tickets.sealed',
  'the client secret',
  callersCredential,
  'the id of a session',
  'the password of the database',
  'the secret of Stripe’s events',
  'the secret of a connect link',
  'the secret of an upload address',
  'uploads.session',
  'workspaces.previous_webhook_secret',
  'workspaces.webhook_secret',
];

const service = use(async () => startWatchedDeployment());
afterEach(async () => service.sandbox.control('DELETE', '/faults'));

describe('the service, with all its secrets', () => {
  it.each<[string, (service: WatchedDeployment) => Promise<void>]>([
    ['connects channels: allowed, denied, and with codes, clients and browsers that are refused', flows.connecting],
    ['publishes, though a token is refused and answers are lost, and fails for want of media', flows.publishing],
    ['delivers webhooks: taken, refused by an echo, sent again, tried out, signed by two secrets', flows.webhooks],
    ['refuses keys that open nothing and bodies that are none', flows.strangers],
    ['registers users, logs them in, changes a password and accepts an invitation', people],
    ['sells credits, and is told of them by events that are signed right and wrong', payments],
    ['lets an assistant in, answers its tools and refuses it everything else', assistants],
    ['receives its own token by refused sessions', echoes.refusedSessions],
    ['receives the address of the session by refused media', echoes.refusedMedia],
    ['receives its own token as the reason why a video is refused', echoes.refusedVideos],
    ['receives its refresh token by a refused renewal', echoes.refusedToken],
    ['renews tokens by hand, with every kind of refusal', echoes.renewals],
    ['renews tokens ahead of need', echoes.renewalAhead],
    ['asks for live numbers and changes posts in vain', echoes.refusedLiveCalls],
    ['revokes the tokens of a removed connection', echoes.removal],
    ['dies, stops and cannot start', flows.restarts],
  ])('%s', async (_name, flow) => {
    await expect(flow(service)).resolves.toBeUndefined();
  });
});

describe('histories, logs, refusals, metrics, traces and tables', () => {
  it('show a canary to a search, in each encoding', async () => {
    const { canaries, expected, sinks } = await plantCanaries(service);
    const found = find(canaries, [...(await service.sinks()), ...sinks]);
    expect(expected.filter((finding) => !found.includes(finding))).toEqual([]);
  });

  it('show no secret, in whatever encoding', async () => {
    const [secrets, sinks] = [await service.secrets(), await service.sinks()];
    expect([...new Set(secrets.map(({ name }) => name))].toSorted()).toEqual(kinds);
    expect(find(secrets, sinks)).toEqual([]);
    // Sealed values lie in the columns that are known to hold them, and nowhere else.
    expect(sinks.filter(({ text }) => /\bv1\.test\.[\w-]{16}\./.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('show no email and no name of a person, but in tables and in refusals to them', async () => {
    const persons = personal.map((value) => ({ name: value, value }));
    const [known, others] = [/^(?:the table|URLs of callers in|what the API refused)/, await service.sinks()];
    expect(
      find(
        persons,
        others.filter(({ name }) => known.test(name)),
      ),
    ).toContain('Ada Augusta Byron in the table users');
    expect(
      find(
        persons,
        others.filter(({ name }) => !known.test(name)),
      ),
    ).toEqual([]);
  });

  it('show of each request, order, step and call its name and the attributes of the table', () => {
    const spans = service.traces.spans();
    expect(strayIn(spans)).toEqual([]);
    const named = new Set(spans.map(({ kind, name }) => `${kind} ${name}`));
    const wanted = ['SERVER POST /api/v1/assignments', 'SERVER POST /_mcp', 'PRODUCER dispatch mailInvitation'];
    const steps = ['exchangeCode', 'upload', 'attemptDelivery', 'sendInvitation', 'retire'].map(
      (name) => `CONSUMER ${name}`,
    );
    const calls = [
      'YouTube read',
      'youtube.media.send',
      'outside.media.read',
      'outside.webhook.post',
      'stripe.checkout.create',
    ];
    const all = [...wanted, ...steps, ...calls.map((name) => `CLIENT ${name}`)];
    expect(all.filter((name) => !named.has(name))).toEqual([]);
  });
});
