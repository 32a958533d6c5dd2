import { join } from 'node:path';
import { Assignment } from '../../models/assignments/Assignment';
import { useDeployment } from '../support/runs/deployment';
import { startOwnServers } from '../support/servers/ownServers';
import type { ServiceProcess } from '../support/servers/processes';
import { send as sendRequest } from '../support/servers/sandbox';
import { until } from '../support/until';
import { use } from '../support/use';

const servers = use(async () => startOwnServers());
const deployment = useDeployment();

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** The lines that are none of a log. A line that is no JSON has its text alone. */
function strange({ log }: ServiceProcess): unknown[] {
  return log.filter(({ level, time, msg }) => {
    const isTimed = typeof time === 'string' && new Date(time).toISOString() === time;
    return !(isTimed && levels.includes(String(level)) && typeof msg === 'string');
  });
}

const messages = ({ log }: ServiceProcess, from = 0): string => JSON.stringify(log.slice(from));

describe('the output of API and worker', () => {
  it('is JSON lines alone, from the start over an outage of Temporal to the end', async () => {
    const settings = {
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'strayOutput.cjs'))}`,
      LOG_LEVEL: 'debug',
    };
    const [api, worker] = [await deployment.up('api', settings), await deployment.up('worker', settings)];
    const both = [api, worker];
    for (const { pid } of both) process.kill(pid, 'SIGUSR2');
    for (const planted of ['a planted warning', 'a planted deprecation', 'a planted line of a library'])
      await until(() => both.every((one) => messages(one).includes(planted)));

    const channel = await deployment.connect();
    const assignment = await deployment.submit(channel);
    expect((await deployment.outcomeOf(assignment)).row.status).toBe('published');

    const before = worker.log.length;
    await servers.temporal.crash();
    const missed = await deployment.create(channel);
    await deployment.database.query('UPDATE outbox SET claimed_until = NULL WHERE id = $1', [missed.outboxId]);
    await until(() => messages(worker, before).includes('dispatch put off'), 20_000);
    await until(() => /sdkComponent":"core/.test(messages(worker, before)), 30_000);
    await servers.temporal.restart();
    const isPublished = async () => (await Assignment.findByPk(missed.assignmentId))?.status === 'published';
    await until(isPublished, 60_000);
    const { url } = await api.ready();
    expect(await sendRequest('GET', `${url}/api/v1/nothing?token=hunter2`)).toMatchObject({ status: 404 });

    for (const one of both) expect(await one.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(both.map(strange)).toEqual([[], []]);
    expect(both.map(({ errors }) => errors())).toEqual(['', '']);
  });
});
