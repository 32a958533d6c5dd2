import { deliveryWorkflowId } from '../../../domain/workflowContract';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { signingSecrets } from '../../../models/webhooks/webhookSecrets';
import { buildDelivery } from '../../support/build/delivery';
import { expectedSignatures } from '../../support/servers/openssl';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun, Outcome } from '../../support/runs/publishing';
import { testSecrets } from '../../support/secrets';
import { eventsBesideTasks } from '../../support/servers/temporal';
import type { HistoryEvent } from '../../support/servers/temporal';
import { until } from '../../support/until';
import { hang, useReceiver } from '../../support/servers/webhookReceiver';
import { tenantOf } from '../../support/tenant';
import { usePace } from '../../support/jest/pace';

// A request that hangs is cut after its ten seconds: a quarter of them could be over before a video is published.
usePace(1);
const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
const publishing = usePublishing({ deps: { safeFetch, webhookDelaysMs: [0, 50, 50] } });
const receiver = useReceiver();
/** After this part of its time-out a workflow task goes on as another one, which costs three events. */
const taskPart = 0.8;

interface PublishResult {
  assignment: CreatedRun;
  outcome: Outcome;
  deliveries: { id: string; event: string; body: string; status: string; attempts: number }[];
}

/** Publishes a video whose caller wants webhooks, and waits until all have arrived. */
async function publish(overrides: { mediaUrl?: string } = {}): Promise<PublishResult> {
  const assignment = await publishing.submit(await publishing.connect(), { callbackUrl: receiver.url, ...overrides });
  const outcome = await publishing.outcomeOf(assignment);
  const read = async () =>
    publishing.database.query<PublishResult['deliveries'][number]>(
      'SELECT id, event, body, status, attempts FROM webhook_deliveries WHERE assignment_id = $1 ORDER BY seq',
      [assignment.assignmentId],
    );
  await until(async () => (await read()).every(({ status }) => status === 'delivered'));
  return { assignment, outcome, deliveries: await read() };
}

async function historyOf(deliveryId: string): Promise<HistoryEvent[]> {
  const handle = publishing.temporal.client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round: 1 }));
  await handle.result();
  return (await handle.fetchHistory()).events!;
}

describe('a published video', () => {
  it('sends one webhook for each transition, in order, signed, with what the contract says', async () => {
    const { assignment, outcome, deliveries } = await publish();
    const { assignmentId, channel } = assignment;
    const { platformPostId, platformUrl } = outcome.row;
    const unset = { platformPostId: null, platformUrl: null, errors: [] };
    const shared = { assignmentId, platform: 'youtube', connectionId: channel.connectionId };
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(receiver.events()).toEqual([
      { ...shared, ...unset, status: 'uploading', timestamp },
      { ...shared, ...unset, status: 'uploaded', timestamp },
      { ...shared, ...unset, status: 'processing', timestamp },
      { ...shared, ...unset, status: 'published', platformPostId, platformUrl, timestamp },
    ]);
    expect(platformUrl).toContain(platformPostId!);
    expect(receiver.events().at(-1)!.timestamp).toBe(outcome.row.publishedAt!.toISOString());

    const { current } = await signingSecrets(tenantOf(channel), testSecrets);
    for (const [index, { headers, body }] of receiver.received.entries()) {
      expect(body).toBe(deliveries[index]!.body);
      expect(headers['webhook-id']).toBe(deliveries[index]!.id);
      const timestamp = String(headers['webhook-timestamp']);
      const { hex, standard } = expectedSignatures(current, { id: deliveries[index]!.id, timestamp, body });
      expect([headers['x-webhook-signature'], headers['webhook-signature']]).toEqual([hex, standard]);
    }
  });

  it('costs a run for each webhook, whose first attempt is part of its workflow task, also where it takes 5 s', async () => {
    receiver.behave((response, nth) => void setTimeout(() => response.writeHead(204).end(), nth === 1 ? 5000 : 0));
    const { deliveries } = await publish();
    expect(deliveries).toHaveLength(4);
    const history = await historyOf(deliveries[0]!.id);
    expect(eventsBesideTasks(history)).toEqual([
      'workflowExecutionStarted',
      'markerRecorded',
      'workflowExecutionCompleted',
    ]);
    const { workflowTaskTimeout } = history[0]!.workflowExecutionStartedEventAttributes!;
    expect(Number(workflowTaskTimeout!.seconds) * taskPart).toBeGreaterThan(5);
  });

  it('sends them in the same order when the receiver is slow with the first', async () => {
    const underWay: number[] = [];
    receiver.behave((response, nth) => {
      underWay.push(receiver.open());
      setTimeout(() => response.writeHead(204).end(), nth === 1 ? 400 : 0);
    });
    const { deliveries } = await publish();
    expect(receiver.events().map(({ status }) => status)).toEqual(deliveries.map(({ event }) => event));
    expect(underWay).toEqual(deliveries.map(() => 1));
  });

  it('sends none where no callback URL was given', async () => {
    const assignment = await publishing.submit(await publishing.connect());
    expect((await publishing.outcomeOf(assignment)).row.status).toBe('published');
    const rows = await publishing.database.query('SELECT 1 FROM webhook_deliveries WHERE assignment_id = $1', [
      assignment.assignmentId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a video that fails', () => {
  it('sends its errors', async () => {
    const { outcome } = await publish({ mediaUrl: publishing.media.serve({ status: 404 }).url });
    expect(outcome.row).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_DOWNLOAD_FAILED' }] });
    expect(receiver.events()).toMatchObject([
      { status: 'uploading', errors: [] },
      { status: 'failed', errors: outcome.row.errors, platformPostId: null, platformUrl: null },
    ]);
  });
});

describe('requests that hang', () => {
  const dead = Array.from({ length: 3 }, () => useReceiver(hang));
  const perHost = 10;

  it('hold up neither a publication nor the webhooks of other hosts, and at most twenty hold a workflow task', async () => {
    const channel = await publishing.connect();
    const urls = dead.flatMap(({ url }) => Array.from({ length: perHost }, () => url));
    const delayed = [];
    for (const url of urls) delayed.push(await buildDelivery(channel, url));
    await Promise.all(delayed.map(async ({ outboxId }) => publishing.dispatcher.dispatch(outboxId)));
    await until(() => dead.every((host) => host.open() === perHost));

    const { outcome, deliveries } = await publish();
    expect(dead.map((host) => host.open())).toEqual(dead.map(() => perHost));
    expect(outcome.row.status).toBe('published');
    expect(receiver.events().map(({ status }) => status)).toEqual(deliveries.map(({ event }) => event));
    const runs = await Promise.all(
      delayed.map(async ({ deliveryId }) =>
        publishing.temporal.client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round: 1 })).describe(),
      ),
    );
    expect(runs.map(({ status }) => status.name)).toEqual(runs.map(() => 'RUNNING'));
    // An operator sees the others as pending activities.
    const inTasks = runs.filter(({ raw }) => (raw.pendingActivities ?? []).length === 0);
    expect(inTasks.length).toBeGreaterThan(0);
    expect(inTasks.length).toBeLessThanOrEqual(20);
    for (const host of dead) host.release();
  });
});
