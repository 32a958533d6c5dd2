import { Connection } from '../../../models/connections/Connection';
import { until } from '../../support/until';
import { hourMs, leftOf, next, patienceMs, rowOf, useCalling } from '../calling';
import { describeOperations, operate, uploads } from './operations';

const calling = useCalling();
const { ask, removeConnection, expectPublished } = operate(calling);

describe('while Temporal is there', () => {
  describeOperations(calling, async (work) => work());
});

describe('a retry while a clean-up is due', () => {
  it('ends the run that is at it, and does the clean-up itself before the first byte', async () => {
    await calling.publishing.fault({ method: 'PUT', path: uploads }, { error: 'badContent' });
    await calling.publishing.fault(
      { method: 'DELETE', path: uploads },
      { status: 503, headers: { 'Retry-After': '600' } },
    );
    const job = await calling.submit();
    await until(async () => (await rowOf(job)).tries?.count === 1 && (await rowOf(job)).status === 'failed');
    expect((await rowOf(job)).cleanup).toBe('due');
    const seq = (await calling.publishing.callsSince(0)).at(-1)!.seq;

    expect(await ask(job, 'POST', '/retry')).toMatchObject({ status: 200 });
    await expectPublished(await next(calling.publishing, job));
    expect(await calling.publishing.temporal.endOf(job)).toBe('TERMINATED');
    const calls = (await calling.publishing.callsSince(seq)).filter(({ path }) => path === uploads);
    const order = calls.map(({ method, bytes }) => (method === 'PUT' && bytes === 0 ? 'ask' : method));
    expect(order).toEqual(['ask', 'DELETE', 'POST', 'PUT']);
    expect(await leftOf(calling.publishing, job)).toMatchObject({ open: [], videos: [{}] });
    expect((await rowOf(job)).cleanup).toBe('none');
  });
});

describe('a removed connection', () => {
  it('keeps its tokens until a job past its point of no return is published', async () => {
    await calling.publishing.sandbox.control('POST', '/settings', { processingMs: 1500 });
    const job = await calling.submit();
    await until(async () => (await rowOf(job)).status === 'processing');
    expect((await removeConnection(job)).status).toBe(204);
    await expectPublished(job);
    const { connectionId } = job.channel;
    await until(async () => (await Connection.findByPk(connectionId))!.tokenStatus === 'missing', patienceMs);
    const { credits } = await calling.publishing.outcomeOf(job);
    expect(credits).toEqual(['hold', 'charge']);
  });

  it('takes with it what waits with the platform for its time', async () => {
    const scheduledAt = new Date(Date.now() + hourMs);
    const job = await calling.submit({ scheduledAt, prepareAheadSeconds: 2 * 3600 });
    await until(async () => (await rowOf(job)).preparedAt !== null, patienceMs);
    expect((await leftOf(calling.publishing, job)).videos).toHaveLength(1);
    expect((await removeConnection(job)).status).toBe(204);
    expect(await rowOf(job)).toMatchObject({ status: 'failed', errors: [{ code: 'CONNECTION_INACTIVE' }] });
    const { row, credits } = await calling.publishing.outcomeOf(job, patienceMs);
    expect([row.cleanup, credits]).toEqual(['done', ['hold', 'release']]);
    expect(await leftOf(calling.publishing, job)).toEqual({ open: [], videos: [] });
    const { connectionId } = job.channel;
    await until(async () => (await Connection.findByPk(connectionId))!.tokenStatus === 'missing', patienceMs);
  });
});
