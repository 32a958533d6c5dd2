import { buildAssignment } from '../../support/build/assignment';
import { walk } from '../../support/runs/assignments';
import type { Channel } from '../../support/runs/publishing';
import { erased, revoke, useRetiring } from './retiring';
import { until } from '../../support/until';

const { publishing, remove, rowOf, revocations, change, works, connectAgain, waitingOf, beginChoice } = useRetiring();

describe('a ticket of the platform, wherever it stands between authorize and its end', () => {
  it.each(['consumed', 'granted', 'exchanging', 'exchanged', 'choosing'] as const)(
    'is waited for: %s',
    async (status) => {
      const channel = await publishing.connect({ connection: { platformAccount: 'of its own' } });
      await beginChoice(channel, null);
      await publishing.database.query(
        `UPDATE oauth_tickets SET status = '${status}', updated_at = now() - interval '14 minutes', expires_at = now() + interval '1 minute'`,
      );
      const run = await remove(channel);
      await until(async () => (await waitingOf(run))?.includes('being connected') === true);
      expect(await revocations()).toEqual([]);
      await publishing.database.query('UPDATE oauth_tickets SET expires_at = now()');
      await run.result();
      expect(await revocations()).toHaveLength(1);
    },
  );

  it.each([
    ['pending', null],
    ['completed', null],
    ['failed', 'access_denied'],
    ['expired', 'ticket_expired'],
  ])('is not waited for: %s', async (status, error) => {
    const channel = await publishing.connect({ connection: { platformAccount: 'of its own' } });
    await beginChoice(channel, 'of its own');
    await publishing.database.query('UPDATE oauth_tickets SET status = $1, error = $2', [status, error]);
    await (await remove(channel)).result();
    expect(await revocations()).toHaveLength(1);
  });

  it('lets the tokens be erased without being revoked, when they may be kept no longer', async () => {
    const channel = await publishing.connect();
    await beginChoice(channel, null);
    const run = await remove(channel);
    await change(channel, { removedAt: new Date(Date.now() - 25 * 3_600_000) });
    await run.result();
    expect(await rowOf(channel)).toMatchObject(erased);
    expect([await revocations(), await works(channel)]).toEqual([[], true]);
  });
});

describe('tokens that the connection is given while those before are being revoked', () => {
  const slowly = async (channel: Channel) => {
    await publishing.fault({ method: 'POST', path: revoke }, { delayMs: 1500 });
    const run = await remove(channel);
    await until(async () => (await revocations()).length === 1);
    return run;
  };

  it('stay, where it is back', async () => {
    const channel = await publishing.connect();
    const run = await slowly(channel);
    await connectAgain(channel);
    await run.result();
    expect(await rowOf(channel)).toMatchObject({
      tokenStatus: 'valid',
      removedAt: null,
      accessToken: expect.any(String),
    });
    expect(await revocations()).toHaveLength(1);
    await (await remove(channel)).result();
  });

  it('are revoked themselves, where an assignment has renewed them', async () => {
    const channel = await publishing.connect();
    const run = await slowly(channel);
    const { tokenVersion } = await rowOf(channel);
    await change(channel, { tokenVersion: tokenVersion + 1 });
    await run.result();
    expect(await revocations()).toHaveLength(2);
    expect(await rowOf(channel)).toMatchObject({ ...erased, tokenVersion: tokenVersion + 2 });
  });
});

describe('a call under way for an assignment that has failed', () => {
  const inAnHour = `clock_timestamp() + interval '1 hour'`;
  const leases: [string, string][] = [
    [
      'transfer_slots',
      `INSERT INTO transfer_slots (workspace_id, slot, assignment_id, holder, lease_until)
       SELECT workspace_id, 1, id, gen_random_uuid(), ${inAnHour} FROM assignments WHERE id = $1`,
    ],
    [
      'publish_attempts',
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       SELECT id, generation, 'stage', '{}', ${inAnHour} FROM assignments WHERE id = $1`,
    ],
    [
      'post_extras',
      `INSERT INTO post_extras (assignment_id, field, value, post_id, lease_until)
       SELECT id, 'thumbnailUrl', 'x', 'x', ${inAnHour} FROM assignments WHERE id = $1`,
    ],
  ];

  it.each(leases)('has the tokens until its lease in %s is over', async (table, lease) => {
    const channel = await publishing.connect();
    const { assignmentId } = await buildAssignment(channel);
    await walk({ assignmentId }, 'failed');
    await publishing.database.query(lease, [assignmentId]);
    const run = await remove(channel);
    await until(async () => (await waitingOf(run))?.includes('a call under way') === true);
    expect([await revocations(), await works(channel)]).toEqual([[], true]);
    await publishing.database.query(`UPDATE ${table} SET lease_until = clock_timestamp() WHERE assignment_id = $1`, [
      assignmentId,
    ]);
    await run.result();
    expect(await rowOf(channel)).toMatchObject(erased);
  });
});
