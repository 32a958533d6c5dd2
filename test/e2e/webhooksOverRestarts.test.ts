import { until } from '../support/until';
import { attemptsLogged, attemptsSeen, endOf, expectOneMessage, script, useService } from '../support/delivered';
import type { Sent } from '../support/delivered';
import { startOwnServers } from '../support/ownServers';
import type { OwnServer } from '../support/ownServers';
import type { ServiceProcess } from '../support/processes';
import { use } from '../support/use';

let worker: ServiceProcess;

const servers = use(async () => startOwnServers());
const service = useService('0,1,1,1,1,1');
beforeAll(async () => {
  worker = service.start('worker');
  await worker.ready();
});

/** The process did not end, nor was it started anew. */
async function expectSameWorker(): Promise<void> {
  expect(await Promise.race([worker.exited, Promise.resolve('it runs')])).toBe('it runs');
}

/** One delivery that waits for its next attempt, and one whose attempt the receiver holds. */
async function inTheMiddle(): Promise<{ waiting: Sent; held: Sent }> {
  const held = await service.send(500, 'hold');
  const waiting = await service.send(500);
  await until(() => held.receiver.open() === 1 && waiting.receiver.received.length >= 2);
  return { waiting, held };
}

/** The crash, and after it `meanwhile`; the server comes back when the worker has noticed. */
async function crash(server: OwnServer, notice: RegExp, meanwhile: () => void): Promise<void> {
  const before = worker.log.length;
  await server.crash();
  meanwhile();
  await until(() => worker.log.slice(before).filter((line) => notice.test(JSON.stringify(line))).length >= 3, 30_000);
  await server.restart();
}

it('go on when the database crashes and comes back: what it could not be told is sent again, nothing is lost', async () => {
  const { waiting, held } = await inTheMiddle();
  await crash(servers.postgres, /ECONNREFUSED|terminat/, () => held.receiver.release(500));
  script(waiting.receiver, [200]);
  script(held.receiver, [200]);

  expect(await endOf(waiting, 40_000)).toMatchObject({ status: 'delivered' });
  await expectOneMessage(waiting);
  expect(await endOf(held, 40_000)).toMatchObject({ status: 'delivered', attempts: 2 });
  // Its second attempt was answered while nobody could write that down.
  expect(attemptsSeen(held)).toEqual([1, 2, 2]);
  expect(await attemptsLogged(held)).toEqual([
    [1, 500],
    [2, 200],
  ]);
  await expectOneMessage(held);
  await expectSameWorker();
});

it('go on when Temporal crashes and comes back: what was answered meanwhile is not sent again', async () => {
  const { waiting, held } = await inTheMiddle();
  await crash(servers.temporal, /UNAVAILABLE|transport|[Cc]onnect/, () => held.receiver.release(500));
  script(waiting.receiver, [200]);
  script(held.receiver, [200]);

  for (const sent of [waiting, held]) {
    const row = await endOf(sent, 40_000);
    expect(row.status).toBe('delivered');
    await expectOneMessage(sent);
    expect(attemptsSeen(sent)).toEqual(Array.from({ length: row.attempts }, (_, index) => index + 1));
  }
  expect(await attemptsLogged(held)).toEqual([
    [1, 500],
    [2, 500],
    [3, 200],
  ]);
  await expectSameWorker();
});
