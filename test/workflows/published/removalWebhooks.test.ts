import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { inTransaction } from '../../../models/database/transaction';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { signingSecrets } from '../../../models/webhooks/webhookSecrets';
import { platformOffers } from '../../../platforms';
import { kinds } from '../../kinds';
import { schemasOf } from '../../support/callers/schemaFaults';
import { usePace } from '../../support/jest/pace';
import { askTakeDown } from '../../support/runs/askTakeDown';
import { testSecrets } from '../../support/secrets';
import { expectedSignatures } from '../../support/servers/openssl';
import { answer, hang, useReceiver } from '../../support/servers/webhookReceiver';
import type { Received } from '../../support/servers/webhookReceiver';
import { tenantOf } from '../../support/tenant';
import { until } from '../../support/until';
import { submit, useKinds } from '../publishing/kindAssignments';
import type { Submitted } from '../publishing/kindAssignments';

// A request that hangs is cut after its ten seconds.
usePace(1);
const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
const publishing = useKinds(undefined, { safeFetch, webhookDelaysMs: [0, 50] });
const receiver = useReceiver();
const kind = kinds.find(({ platform, type }) => platform === 'youtube' && type === 'video')!;
const faultsOf = schemasOf(openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() }));

const wishes = () => ({
  callbackUrl: receiver.url,
  callbackEvents: ['removal' as const],
  callbackStatuses: ['published' as const],
});

async function published(overrides: object = wishes()): Promise<Submitted> {
  const submitted = await submit(publishing, kind, overrides);
  const { row } = await publishing.outcomeOf(submitted, 60_000);
  expect(row.status).toBe('published');
  return submitted;
}

/** The removal at its end. */
async function takenDown(submitted: Submitted) {
  const run = await askTakeDown(publishing, submitted, 'delete');
  return (await publishing.outcomeOf(run, 60_000)).row.removal!;
}

const namesOf = () => receiver.events().map(({ status, event }) => status ?? event);
const arrived = async (count: number) => until(() => receiver.received.length === count);

async function expectSigned({ headers, body }: Received, { channel }: Submitted): Promise<void> {
  const { current } = await signingSecrets(tenantOf(channel), testSecrets);
  const message = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
  const { hex, standard } = expectedSignatures(current, message);
  expect([headers['x-webhook-signature'], headers['webhook-signature']]).toEqual([hex, standard]);
}

it('a caller who has asked hears once of a removal, signed, as the document says', async () => {
  const submitted = await published();
  const removal = await takenDown(submitted);
  await arrived(2);
  expect(namesOf()).toEqual(['published', 'assignment.removal']);
  const [first, second] = receiver.received as [Received, Received];
  expect([first, second].map(({ headers }) => headers['x-webhook-event'])).toEqual([undefined, 'assignment.removal']);
  await expectSigned(second, submitted);
  const body = JSON.parse(second.body);
  expect(faultsOf(['components', 'schemas', 'RemovalEvent'], body)).toEqual([]);
  expect(body).toMatchObject({
    assignmentId: submitted.assignmentId,
    platformPostId: receiver.events()[0]!.platformPostId,
    removal: { mode: 'delete', status: 'done', endedAt: new Date(removal.endedAt!).toISOString() },
  });
});

it('a removal that fails is told of, and so is its next round; a redelivery sends the same bytes', async () => {
  const submitted = await published();
  await publishing.fault({ ...kind.calls.remove, times: 1 }, { error: kind.calls.errors.refused });
  expect((await takenDown(submitted)).state).toBe('failed');
  await arrived(2);
  expect((await takenDown(submitted)).state).toBe('done');
  await arrived(3);
  expect(receiver.events().slice(1)).toMatchObject([
    { event: 'assignment.removal', removal: { status: 'failed', error: { code: expect.any(String) } } },
    { event: 'assignment.removal', removal: { status: 'done', error: null } },
  ]);
  const [, failed] = receiver.received as [Received, Received];
  const id = String(failed.headers['webhook-id']);
  await until(async () => (await WebhookDelivery.findByPk(id, { raw: true }))!.status === 'delivered');
  const outboxId = await inTransaction(publishing.database.sequelize, 'test', async (transaction) =>
    WebhookDelivery.redeliver(tenantOf(submitted.channel), id, transaction),
  );
  await publishing.dispatcher.dispatch(outboxId!);
  await arrived(4);
  const again = receiver.received.at(-1)!;
  expect(again.body).toBe(failed.body);
  expect(again.headers).toMatchObject({
    'webhook-id': id,
    'x-webhook-event': 'assignment.removal',
    'x-webhook-attempt': '2',
  });
  await expectSigned(again, submitted);
});

it('a removal is told of after the news that the post is live, also where the receiver is slow to take them', async () => {
  receiver.behave((response, nth) => (nth === 1 ? hang : answer(200))(response, nth));
  const submitted = await published();
  await until(() => receiver.open() === 1);
  expect((await takenDown(submitted)).state).toBe('done');
  receiver.release();
  await arrived(2);
  expect(namesOf()).toEqual(['published', 'assignment.removal']);
});

it('a caller who has not asked hears of the transitions alone', async () => {
  const submitted = await published({ callbackUrl: receiver.url });
  await takenDown(submitted);
  await arrived(4);
  const events = await publishing.database.query<{ event: string }>(
    'SELECT event FROM webhook_deliveries WHERE assignment_id = $1 ORDER BY seq',
    [submitted.assignmentId],
  );
  expect(events.map(({ event }) => event)).toEqual(['uploading', 'uploaded', 'processing', 'published']);
});
