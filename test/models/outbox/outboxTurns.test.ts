import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { useDatabase } from '../../support/servers/database';

const database = useDatabase({ poolSize: 20 });
beforeEach(async () => database.query('DELETE FROM outbox'));

const add = async (workspaceId: string): Promise<number> =>
  inTransaction(database.sequelize, 'test', async (transaction) =>
    OutboxEntry.add(
      { kind: 'start', workflow: 'publishAssignment', subjectId: randomUUID(), generation: 1, workspaceId },
      transaction,
    ),
  );
const letClaimsRunOut = async () => database.query('UPDATE outbox SET claimed_until = now()');

describe('claimDue', () => {
  const backlog = async (workspaceId: string, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await add(workspaceId));
    return ids;
  };

  it('gives each workspace a turn, however many orders another one has before', async () => {
    const [large, small, tiny] = [randomUUID(), randomUUID(), randomUUID()];
    const ofLarge = await backlog(large, 20);
    const [ofSmall, ofTiny] = [await backlog(small, 2), await backlog(tiny, 1)];
    await letClaimsRunOut();
    const claimed = await OutboxEntry.claimDue(6);
    expect(new Set(claimed.slice(0, 3))).toEqual(new Set([ofLarge[0], ofSmall[0], ofTiny[0]]));
    expect(new Set(claimed.slice(3, 5))).toEqual(new Set([ofLarge[1], ofSmall[1]]));
    expect(claimed.slice(5)).toEqual([ofLarge[2]!]);
  });

  it('lets a workspace be first soon that has one order beside a backlog, also where one is claimed at a time', async () => {
    const [large, small] = [randomUUID(), randomUUID()];
    await backlog(large, 40);
    const [only] = await backlog(small, 1);
    await letClaimsRunOut();
    const claimed: number[] = [];
    for (let n = 0; n < 40; n += 1) claimed.push(...(await OutboxEntry.claimDue(1)));
    // By chance it is not among them once in 2^40 runs.
    expect(claimed).toContain(only);
  });

  it('gives an entry to one of many who claim at once, and all of them to somebody', async () => {
    for (const workspaceId of [randomUUID(), randomUUID()]) await backlog(workspaceId, 30);
    await letClaimsRunOut();
    const claimed = (await Promise.all(Array.from({ length: 8 }, async () => OutboxEntry.claimDue(10)))).flat();
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length + (await OutboxEntry.claimDue(60)).length).toBe(60);
  });
});
