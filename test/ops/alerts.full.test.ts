import { setTimeout as delay } from 'node:timers/promises';
import { workspaceClient } from '../support/actors';
import { buildDelivery } from '../support/build/delivery';
import { videoBody } from '../support/build/video';
import { film } from '../support/runs/publishing';
import { useDeployment } from '../support/runs/deployment';
import { startOwnServers } from '../support/servers/ownServers';
import type { ServiceProcess } from '../support/servers/processes';
import { answer } from '../support/servers/webhookReceiver';
import { until } from '../support/until';
import { use } from '../support/use';
import { startLoad } from './load';
import { startMonitoring } from './monitoring';
import type { Monitoring, Target } from './monitoring';
import { alerts } from './rules';

/** How many times shorter the windows of the rules are. */
const factor = 20;
/** The time for which all is well. From an hour on, the windows are as they are. */
const goodMinutes = Number(process.env['ALERTS_MINUTES'] ?? 4);
/** Enough for the longest of the shortened windows, on any machine. */
const limitMs = 10 * 60_000;
/** A post that goes live so long after its time is late by the rules. */
const lateMs = 65_000;

jest.setTimeout(goodMinutes * 60_000 + limitMs);

/** An alert about the speed of Temporal tells the truth of a machine that stands still. */
const ofTheMachine = ['TemporalIsSlow'];

const servers = use(async () => startOwnServers());
const service = useDeployment({
  UPLOADS_IN_FLIGHT_MAX: '4',
  WORKSPACE_UPLOADS_IN_FLIGHT_MAX: '3',
  WORKSPACE_RUNS_IN_FLIGHT_MAX: '1',
  WEBHOOK_DELAYS: '0,1,2,4,8,16,32,64,128,256',
});
const api = use(async () => service.up('api'));
const first = use(async () => service.up('worker'));
let worker: ServiceProcess;
const load = use(async () => {
  worker = first;
  const { url } = await api.ready();
  return startLoad(service, () => url, (await service.openReceiver()).url);
});

async function targets(): Promise<Target[]> {
  const [one, other] = [await api.ready(), await worker.ready()];
  return [
    { job: 'api', internalUrl: one.internalUrl },
    { job: 'worker', internalUrl: other.internalUrl },
  ];
}

/** Prometheus has looked at both processes: an increase counts from the first look. */
async function openMonitoring(shorterBy: number): Promise<Monitoring> {
  const monitoring = await startMonitoring(shorterBy, await targets());
  await until(async () => (await monitoring.ask('count(up == 1)')) === 2, { stepMsMax: 500 });
  return monitoring;
}

/** The alerts that the receiver was told of, each once. */
function firedIn({ told }: Monitoring): string[] {
  const names = told.filter(({ status }) => status === 'firing').map(({ labels }) => labels['alertname']!);
  return [...new Set(names)].toSorted();
}

describe('while all is well', () => {
  const monitoring = use(async () => openMonitoring(goodMinutes < 60 ? factor : 1));

  it(`no alert fires for ${goodMinutes} minutes`, async () => {
    await delay(goodMinutes * 60_000);
    const { ask } = monitoring;
    expect(await ask('count(up == 1)')).toBe(2);
    expect(await ask('sum(assignments_ended_total{status="published"})')).toBeGreaterThan(goodMinutes * 20);
    expect(await ask('sum(publish_delay_seconds_count{scheduled="yes"})')).toBeGreaterThan(0);
    expect(await ask('sum(assignments_ended_total{code="MEDIA_DOWNLOAD_FAILED"})')).toBeGreaterThan(0);
    expect([...load.answers.keys()]).toEqual([201]);
    expect(firedIn(monitoring).filter((name) => !ofTheMachine.includes(name))).toEqual([]);
  });
});

describe('the right alert reaches the receiver', () => {
  const monitoring = use(async () => openMonitoring(factor));

  const untilFired = async (...names: string[]): Promise<void> => {
    const missing = () => names.filter((name) => !firedIn(monitoring).includes(name));
    await until(() => missing().length === 0, { limitMs, stepMsMax: 500, wanted: names.join(', ') });
  };

  it('when platforms, sources, receivers and channels fail, and a workspace asks for too much', async () => {
    await service.fault({ method: 'POST', path: '/v27.0/*/feed', times: 1_000_000 }, { status: 503 });
    await refuseWebhook();
    await renewDeadTokens();
    await spoilToken();
    await fillLine();
    await service.database.query(`UPDATE quota_days SET used = 950000000 WHERE bucket = 'units'`);
    await untilFired('PlatformIsDown', 'ReceiverIsDead', 'TokensAreDead', 'FailuresAreOurs', 'WorkspaceHasBacklog');
    await untilFired('SourceIsSlow', 'QuotaIsUsedUp');
    await service.sandbox.calm();
    await service.database.query('UPDATE quota_days SET used = 0');
  });

  it('when no worker runs', async () => {
    await worker.end('SIGKILL');
    await untilFired('NoWorkerPolls');
    worker = await service.up('worker');
    monitoring.watch(await targets());
  });

  it('when Temporal is down, and when posts are late after that', async () => {
    const channel = await service.connect({ platform: 'facebook' });
    const client = workspaceClient(await api.ready(), channel);
    const { connectionId } = channel;
    const askFor = async (nth: number, dueAt: number) => {
      const scheduledAt = new Date(dueAt).toISOString();
      const body = { connectionId, type: 'text', payload: { message: `Late ${nth}` }, scheduledAt };
      expect((await client('POST', '/api/v1/assignments', { body })).status).toBe(201);
    };
    const dueAt = Date.now() + 20_000;
    for (let nth = 0; nth < 30; nth += 1) await askFor(nth, dueAt);
    await servers.temporal.crash();
    // Its order waits in the outbox, in no line.
    await askFor(30, dueAt + 3_600_000);
    await untilFired('TemporalIsDown', 'OutboxIsOld');
    await delay(Math.max(0, dueAt + lateMs - Date.now()));
    await servers.temporal.restart();
    await untilFired('PublishesAreLate');
  });

  it('when the database is down', async () => {
    await servers.postgres.crash();
    await untilFired('DatabaseIsDown');
    await servers.postgres.restart();
  });

  it('with a sentence, and the entry of the runbook that its rule names', () => {
    for (const { labels, annotations } of monitoring.told) {
      expect(annotations['summary']).toMatch(/\.$/);
      expect(annotations['runbook_url']).toBe(alerts.get(labels['alertname']!)?.annotations?.['runbook_url']);
    }
  });
});

/** A webhook that nobody takes for hours, of which the row has seven. */
async function refuseWebhook(): Promise<void> {
  const receiver = await service.openReceiver();
  receiver.behave(answer(500));
  const { deliveryId, outboxId } = await buildDelivery(await service.connect(), receiver.url);
  await service.dispatcher.dispatch(outboxId);
  await until(() => receiver.received.length > 0);
  const age = `UPDATE webhook_deliveries SET created_at = created_at - interval '7 hours' WHERE id = $1`;
  await service.database.query(age, [deliveryId]);
}

/** Four channels whose owners have taken back their consent, at the time of their renewal. */
async function renewDeadTokens(): Promise<void> {
  const overdue = { tokenExpiresAt: new Date(Date.now() - 24 * 3_600_000) };
  for (let count = 0; count < 4; count += 1) {
    const { refreshToken } = await service.connect({ connection: overdue });
    await service.sandbox.token({ token: refreshToken }, '/revoke');
  }
  await service.temporal.client.schedule.getHandle('refresh-tokens').trigger();
}

/** A token that no key of the service opens: a fault that is ours. */
async function spoilToken(): Promise<void> {
  const channel = await service.connect();
  await service.database.query(`UPDATE connections SET access_token = 'spoiled' WHERE id = $1`, [channel.connectionId]);
  await service.submit(channel);
}

/** Thirty posts of one workspace with one place, from a source that brings two kilobytes a second. They have waited for 20 minutes. */
async function fillLine(): Promise<void> {
  const channel = await service.connect();
  const client = workspaceClient(await api.ready(), channel);
  const mediaUrl = service.media.serve({ bytes: film, drip: { bytes: 2000, everyMs: 1000 } }).url;
  const body = videoBody(channel.connectionId, { mediaUrl });
  for (let count = 0; count < 30; count += 1)
    expect((await client('POST', '/api/v1/assignments', { body })).status).toBe(201);
  await service.database.query(
    `UPDATE outbox SET available_at = available_at - interval '20 minutes' WHERE line <> '' AND dispatched_at IS NULL AND workspace_id = $1`,
    [channel.workspaceId],
  );
}
