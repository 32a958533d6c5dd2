import { buildAssignment } from '../../support/build/assignment';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { withoutPlatform } from '../../support/runs/withoutPlatform';
import { erased, useRetiring } from './retiring';

/** contract.md §11: a connection is removed while its platform is not offered. */

const { publishing, remove, rowOf, revocations, change, works, connectBoth, waitingOf, lines } = useRetiring();
const youtube = use(async () => withoutPlatform(publishing.deps, 'youtube'));
beforeEach(() => youtube.withdraw());
const said = 'YouTube is not offered by this service at present.';
const waits = async (run: Awaited<ReturnType<typeof remove>>) =>
  until(async () => (await waitingOf(run))?.includes(said) === true);

it('keeps the tokens until the platform is offered again, and revokes them then', async () => {
  const channel = await publishing.connect();
  const run = await remove(channel);
  await waits(run);
  expect(await rowOf(channel)).toMatchObject({ tokenStatus: 'valid', refreshToken: expect.any(String) });
  youtube.offer();
  await run.result();
  expect([await rowOf(channel), await revocations()]).toMatchObject([erased, [{ status: 200 }]]);
});

it('erases them after 25 hours, and says that they were not revoked', async () => {
  const channel = await publishing.connect();
  const run = await remove(channel);
  await waits(run);
  await change(channel, { removedAt: new Date(Date.now() - 25 * 3_600_000) });
  await run.result();
  expect([await rowOf(channel), await revocations()]).toMatchObject([erased, []]);
  expect(lines(channel)).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringMatching(/not revoked/), platform: 'youtube' }),
  );
  youtube.offer();
  expect(await works(channel)).toBe(true);
});

it('erases at once those that it would not revoke: another channel of the account is connected', async () => {
  const [one, other] = await connectBoth();
  await (await remove(one)).result();
  expect([await rowOf(one), await rowOf(other)]).toMatchObject([erased, { tokenStatus: 'valid' }]);
});

it.each(['pending', 'uploading', 'uploaded'] as const)('fails its assignments that are %s at once', async (status) => {
  const channel = await publishing.connect();
  const { assignmentId } = await buildAssignment(channel, { status });
  const run = await remove(channel);
  await waits(run);
  const [assignment] = await publishing.database.query(
    `SELECT status, errors->0->>'code' AS code FROM assignments WHERE id = $1`,
    [assignmentId],
  );
  expect(assignment).toEqual({ status: 'failed', code: 'CONNECTION_INACTIVE' });
  youtube.offer();
  await run.result();
});
