import { buildAssignment } from '../../support/build/assignment';
import { startApp } from '../../support/callers/app';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { useDatabase } from '../../support/servers/database';
import { use } from '../../support/use';

const database = useDatabase({ places: { runs: 1, webhooks: 1 } });
const app = use(async () => startApp({}, { database }));
const one = useCaller(app);

interface Entry {
  id: number;
  kind: string;
  generation: number;
  isWaiting: boolean;
}

const entriesOf = async (id: string) =>
  database.query<Entry>(
    `SELECT id, kind, generation, line <> '' AND claimed_until IS NULL AS "isWaiting" FROM outbox WHERE subject_id = $1 ORDER BY id`,
    [id],
  );
const create = async (overrides: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await one.create(overrides);
  expect(status).toBe(201);
  return body.id;
};
const isDispatched = ({ id }: Entry): boolean => app.dispatched.flat().includes(id);

describe('an assignment for which its workspace has no place free', () => {
  it('is accepted, and waits in the outbox; one with a time does not', async () => {
    const [atWork] = await entriesOf(await create());
    const id = await create();
    const [waiting] = await entriesOf(id);
    const [scheduled] = await entriesOf(await create({ scheduledAt: new Date(Date.now() + 3_600_000).toISOString() }));
    expect([atWork, waiting, scheduled].map((entry) => entry!.isWaiting)).toEqual([false, true, false]);
    expect([atWork, waiting, scheduled].map((entry) => isDispatched(entry!))).toEqual([true, false, true]);
    expect((await one.call('GET', `/api/v1/assignments/${id}`)).body).toMatchObject({ status: 'pending' });
  });

  it('delays no other workspace: that one has places of its own', async () => {
    await create();
    await create();
    const other = await buildCaller(app);
    const [start] = await entriesOf((await other.create()).body.id);
    expect([start!.isWaiting, isDispatched(start!)]).toEqual([false, true]);
  });

  it('can be cancelled: its start then waits for no place', async () => {
    await create();
    const id = await create();
    expect((await one.call('DELETE', `/api/v1/assignments/${id}`)).status).toBe(204);
    const [start, cancel] = await entriesOf(id);
    expect([start!.isWaiting, cancel!.kind, isDispatched(cancel!)]).toEqual([false, 'cancel', true]);
  });

  it('can be given a time, for which it needs no place', async () => {
    await create();
    const id = await create();
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    expect((await one.call('PATCH', `/api/v1/assignments/${id}`, { body: { scheduledAt } })).status).toBe(200);
    const entries = await entriesOf(id);
    expect(entries.map(({ kind, generation }) => `${kind} ${generation}`)).toEqual([
      'start 1',
      'terminate 1',
      'start 2',
    ]);
    expect(entries.map(({ isWaiting }) => isWaiting)).toEqual([false, false, false]);
    expect(entries.map(isDispatched)).toEqual([false, true, true]);
  });

  it('can be retried: the next run waits as the first one did', async () => {
    await create();
    const { assignmentId } = await buildAssignment(one, {
      status: 'failed',
      errors: [{ code: 'INTERNAL', message: '' }],
    });
    expect((await one.call('POST', `/api/v1/assignments/${assignmentId}/retry`)).status).toBe(200);
    const [start] = await entriesOf(assignmentId);
    expect([start!.isWaiting, isDispatched(start!)]).toEqual([true, false]);
  });
});
