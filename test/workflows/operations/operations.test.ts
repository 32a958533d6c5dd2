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
    const assignment = await calling.submit();
    await until(
      async () => (await rowOf(assignment)).tries?.count === 1 && (await rowOf(assignment)).status === 'failed',
    );
    expect((await rowOf(assignment)).cleanup).toBe('due');
    const seq = (await calling.publishing.callsSince(0)).at(-1)!.seq;

    expect(await ask(assignment, 'POST', '/retry')).toMatchObject({ status: 200 });
    await expectPublished(await next(calling.publishing, assignment));
    expect(await calling.publishing.temporal.endOf(assignment)).toBe('TERMINATED');
    const calls = (await calling.publishing.callsSince(seq)).filter(({ path }) => path === uploads);
    const order = calls.map(({ method, bytes }) => (method === 'PUT' && bytes === 0 ? 'ask' : method));
    expect(order).toEqual(['ask', 'DELETE', 'POST', 'PUT']);
    expect(await leftOf(calling.publishing, assignment)).toMatchObject({ open: [], videos: [{}] });
    expect((await rowOf(assignment)).cleanup).toBe('none');
  });
});

describe('a removed connection', () => {
  it('keeps its tokens until an assignment past its point of no return is published', async () => {
    await calling.publishing.sandbox.control('POST', '/settings', { processingMs: 1500 });
    const assignment = await calling.submit();
    await until(async () => (await rowOf(assignment)).status === 'processing');
    expect((await removeConnection(assignment)).status).toBe(204);
    await expectPublished(assignment);
    const { connectionId } = assignment.channel;
    await until(async () => (await Connection.findByPk(connectionId))!.tokenStatus === 'missing', patienceMs);
    const { credits } = await calling.publishing.outcomeOf(assignment);
    expect(credits).toEqual(['hold', 'charge']);
  });

  it('takes with it what waits with the platform for its time', async () => {
    const scheduledAt = new Date(Date.now() + hourMs);
    const assignment = await calling.submit({ scheduledAt, prepareAheadSeconds: 2 * 3600 });
    await until(async () => (await rowOf(assignment)).preparedAt !== null, patienceMs);
    expect((await leftOf(calling.publishing, assignment)).videos).toHaveLength(1);
    expect((await removeConnection(assignment)).status).toBe(204);
    expect(await rowOf(assignment)).toMatchObject({ status: 'failed', errors: [{ code: 'CONNECTION_INACTIVE' }] });
    const { row, credits } = await calling.publishing.outcomeOf(assignment, patienceMs);
    expect([row.cleanup, credits]).toEqual(['done', ['hold', 'release']]);
    expect(await leftOf(calling.publishing, assignment)).toEqual({ open: [], videos: [] });
    const { connectionId } = assignment.channel;
    await until(async () => (await Connection.findByPk(connectionId))!.tokenStatus === 'missing', patienceMs);
  });
});
