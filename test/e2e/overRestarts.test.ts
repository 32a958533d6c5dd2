import { Assignment } from '../../models/assignments/Assignment';
import { videoBytes } from '../support/media/media';
import { startOwnServers } from '../support/servers/ownServers';
import type { OwnServer } from '../support/servers/ownServers';
import type { ServiceProcess } from '../support/servers/processes';
import type { CreatedRun } from '../support/runs/publishing';
import type { Json } from '../support/servers/sandbox';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { use } from '../support/use';
import { attemptsLogged, attemptsSeen, endOf, expectOneMessage, script, send } from './sent';
import type { Sent } from './sent';

const mib = 1024 * 1024;
const film = videoBytes(4 * mib);
const payload = { title: 'Through all of it', privacy: 'public', tags: [], madeForKids: false };

const servers = use(async () => startOwnServers());
const deployment = useDeployment({ WEBHOOK_DELAYS: '0,1,1,1,1,1' });
let worker: ServiceProcess;
beforeAll(async () => {
  worker = await deployment.up('worker');
});

/** Work that a server's crash has met in the middle. */
interface Met {
  /** An assignment with three quarters of its media sent. */
  assignment: CreatedRun;
  /** A delivery that waited for its next attempt. */
  waiting: Sent;
  /** A delivery whose attempt the receiver delayed. */
  delayed: Sent;
}

async function sessionsOf({ channel: { channelId } }: CreatedRun): Promise<Json[]> {
  return (await deployment.sandbox.stateOf('youtube')).uploadSessions.filter(
    (session: Json) => session.channelId === channelId,
  );
}

/**
 * Crashes a server in the middle of everything. Media and receivers then go on. The server comes back when the worker
 * has noticed, and the media are sent.
 */
async function crash(server: OwnServer, notice: RegExp): Promise<Met> {
  const channel = await deployment.connect();
  const source = deployment.media.serve({ bytes: film, pauseAfterBytes: 3 * mib });
  const assignment = await deployment.submit(channel, { mediaUrl: source.url, payload });
  const [delayed, waiting] = [await send(deployment, channel, 500, 'hold'), await send(deployment, channel, 500)];
  await until(async () => (await sessionsOf(assignment))[0]?.fileBytes >= 2 * mib, 20_000);
  await until(() => delayed.receiver.open() === 1 && waiting.receiver.received.length >= 2);

  const before = worker.log.length;
  await server.crash();
  delayed.receiver.release(500);
  source.resume();
  await until(() => worker.log.slice(before).filter((line) => notice.test(JSON.stringify(line))).length >= 3, 30_000);
  await until(async () => (await sessionsOf(assignment)).every(({ status }) => status === 'finished'), 20_000);
  // Before anything is sent again: a restarted server sends at once.
  for (const { receiver } of [waiting, delayed]) script(receiver, [200]);
  await server.restart();
  return { assignment, waiting, delayed };
}

async function expectPublishedOnce({ assignment }: Met): Promise<void> {
  const isPublished = async () => (await Assignment.findByPk(assignment.assignmentId))?.status === 'published';
  await until(isPublished, { limitMs: 50_000, isForgiving: true });
  const { row, run, statuses, credits, videos } = await deployment.outcomeOf(assignment);
  expect({ run, errors: row.errors, credits }).toEqual({ run: 'COMPLETED', errors: [], credits: ['hold', 'charge'] });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(videos).toMatchObject([{ status: { privacyStatus: 'public' } }]);
  expect(await sessionsOf(assignment)).toHaveLength(1);
}

/** The process did not end, and was not started again. */
async function expectSameWorker(): Promise<void> {
  expect(await Promise.race([worker.exited, Promise.resolve('it runs')])).toBe('it runs');
}

describe('when the database crashes and comes back, the worker', () => {
  let met: Met;
  beforeAll(async () => {
    met = await crash(servers.postgres, /ECONNREFUSED|terminat/);
  });
  afterEach(expectSameWorker);

  it('publishes once the video that was in the middle of its upload', async () => expectPublishedOnce(met));

  it('delivers each webhook: what could not be written down is sent again, nothing is lost', async () => {
    const { waiting, delayed } = met;
    expect(await endOf(waiting, 40_000)).toMatchObject({ status: 'delivered' });
    await expectOneMessage(waiting);
    expect(await endOf(delayed, 40_000)).toMatchObject({ status: 'delivered', attempts: 2 });
    // Its second attempt was answered while the answer could not be written down.
    expect(attemptsSeen(delayed)).toEqual([1, 2, 2]);
    expect(await attemptsLogged(delayed)).toEqual([
      [1, 500],
      [2, 200],
    ]);
    await expectOneMessage(delayed);
  });
});

describe('when Temporal crashes and comes back, the worker', () => {
  let met: Met;
  beforeAll(async () => {
    met = await crash(servers.temporal, /UNAVAILABLE|transport|[Cc]onnect/);
  });
  afterEach(expectSameWorker);

  it('publishes once the video that was in the middle of its upload', async () => expectPublishedOnce(met));

  it('delivers each webhook: what was answered meanwhile is not sent again', async () => {
    for (const sent of [met.waiting, met.delayed]) {
      const row = await endOf(sent, 40_000);
      expect(row.status).toBe('delivered');
      await expectOneMessage(sent);
      expect(attemptsSeen(sent)).toEqual(Array.from({ length: row.attempts }, (_, index) => index + 1));
    }
    expect(await attemptsLogged(met.delayed)).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
  });
});
