import { Connection } from '../../../models/connections/Connection';
import { connectionsToRenew } from '../../../models/connections/renewalsDue';
import { Tenant } from '../../../models/database/Tenant';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { use } from '../../support/use';

const database = useDatabase();
const workspace = use(async () => buildWorkspace({ credits: 10_000 }));
beforeEach(async () => {
  await database.query('DELETE FROM assignments');
  await database.query('DELETE FROM connections');
});

const after = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
const hours = 60;
type Overrides = NonNullable<Parameters<typeof buildConnection>[1]>;

/** A connection whose token lasts that many minutes; it was renewed an hour before that token ends. */
async function lasting(minutes: number, overrides: Overrides = {}): Promise<string> {
  const times = { tokenExpiresAt: after(minutes), tokensStoredAt: after(minutes - hours) };
  return (await buildConnection(workspace, { ...times, ...overrides })).connectionId;
}
async function assignment(
  connectionId: string,
  minutes: number,
  overrides: Parameters<typeof buildAssignment>[1] = {},
) {
  await buildAssignment({ ...workspace, connectionId }, { scheduledAt: after(minutes), ...overrides });
}
const due = async (afterId: string | null = null, limit = 100): Promise<string[]> =>
  (await connectionsToRenew('youtube', afterId, limit)).map(({ id }) => id);

describe('a connection with an assignment due within two hours', () => {
  it.each([
    ['whose token ends before the assignment is due', 30, 90, true],
    ['whose token ends just behind it', 93, 90, true],
    ['whose token lasts long enough', 97, 90, false],
    ['whose token has ended an hour ago', -60, 90, true],
    ['whose assignment is overdue', -60, -10, true],
    ['whose assignment is due later than that', 30, 125, false],
  ])('%s', async (_which, tokenMinutes, assignmentMinutes, isDue) => {
    const id = await lasting(tokenMinutes);
    await assignment(id, assignmentMinutes);
    expect(await due()).toEqual(isDue ? [id] : []);
  });

  it('has to last until the last of its assignments', async () => {
    const id = await lasting(60);
    await assignment(id, 10);
    expect(await due()).toEqual([]);
    await assignment(id, 100);
    expect(await due()).toEqual([id]);
  });

  it.each([
    ['pending', true],
    ['uploading', true],
    ['uploaded', true],
    ['processing', false],
    ['published', false],
    ['failed', false],
    ['cancelled', false],
  ] as const)('counts while the assignment waits for its time: %s', async (status, isDue) => {
    const id = await lasting(30);
    await assignment(id, 90, { status });
    expect(await due()).toEqual(isDue ? [id] : []);
  });
});

describe('any other connection', () => {
  it.each([
    ['was renewed just now', 60, false],
    ['was renewed almost 22 hours ago', -21 * hours + 1, false],
    ['was renewed more than 22 hours ago', -21 * hours - 1, true],
    ['was renewed last week', -7 * 24 * hours, true],
  ])('is due about once a day: it %s', async (_when, tokenMinutes, isDue) => {
    const id = await lasting(tokenMinutes);
    expect(await due()).toEqual(isDue ? [id] : []);
  });

  it.each([-23 * hours, 60 * 24 * hours])(
    'is due after a day though somebody has edited it meanwhile: its token ends in %i minutes',
    async (minutes) => {
      const workspaceOf = new Tenant(workspace.workspaceId, null);
      const id = await lasting(minutes, { tokensStoredAt: after(-23 * hours) });
      await Connection.edit(workspaceOf, id, { name: 'Edited' });
      expect(await due()).toEqual([id]);
    },
  );

  it('is due after a day though its token lasts for weeks, or does not end', async () => {
    const ids = [
      await lasting(60 * 24 * hours, { tokensStoredAt: after(-23 * hours) }),
      await lasting(0, { tokenExpiresAt: null, tokensStoredAt: after(-23 * hours) }),
    ];
    await lasting(0, { tokenExpiresAt: null, tokensStoredAt: after(-21 * hours) });
    expect(await due()).toEqual(ids);
  });
});

describe('a connection to Facebook, whose token lasts for weeks', () => {
  const days = 24 * hours;
  const dueOfFacebook = async (): Promise<string[]> =>
    (await connectionsToRenew('facebook', null, 100)).map(({ id }) => id);
  const lastingOn = async (endsIn: number, storedAgo: number): Promise<string> =>
    lasting(endsIn, { platform: 'facebook', tokensStoredAt: after(-storedAgo) });

  it.each([
    ['has 8 days left, and was renewed 20 hours ago', 8 * days, 20 * hours, false],
    ['has a little more than 7 days left', 7 * days + 1, 20 * hours, false],
    ['has a little less than 7 days left', 7 * days - 1, 20 * hours, true],
    ['has 6 days left, and was renewed before the last 7 began', 6 * days, days + 1, true],
    ['has 6 days left, and was renewed to this very end since then', 6 * days, 20 * hours, false],
  ])('is due 7 days before that ends: it %s', async (_when, endsIn, storedAgo, isDue) => {
    const id = await lastingOn(endsIn, storedAgo);
    expect(await dueOfFacebook()).toEqual(isDue ? [id] : []);
  });

  it.each([8 * days, 6 * days])('is due though somebody edits it each day: %i minutes before the end', async (left) => {
    const id = await lastingOn(left, 3 * days);
    await Connection.edit(new Tenant(workspace.workspaceId, null), id, { name: 'Edited' });
    expect(await dueOfFacebook()).toEqual([id]);
  });
});

it.each([
  ['deactivated', { isActive: false }],
  ['expired', { tokenStatus: 'expired', tokenExpiresAt: null }],
  ['without a token', { tokenStatus: 'missing', accessToken: null, refreshToken: null, tokenExpiresAt: null }],
  ['of another platform', { platform: 'facebook' }],
] as const)('a connection that is %s is never due', async (_what, overrides) => {
  const id = await lasting(-30 * hours, overrides);
  await assignment(id, 30);
  expect(await due()).toEqual([]);
});

it('a token that nothing can renew is due when it has run out, so that the connection is found expired', async () => {
  const lastingStill = await lasting(1, { refreshToken: null, tokensStoredAt: after(-100 * hours) });
  await assignment(lastingStill, 30);
  const over = await lasting(-1, { refreshToken: null });
  expect(await due()).toEqual([over]);
});

it('gives page after page by id, each connection once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await lasting(-30 * hours));
  for (const id of ids) for (const minutes of [10, 20]) await assignment(id, minutes);
  const inOrder = ids.toSorted();
  expect(await due(null, 2)).toEqual(inOrder.slice(0, 2));
  expect(await due(inOrder[1], 2)).toEqual(inOrder.slice(2, 4));
  expect(await due(inOrder[3], 2)).toEqual(inOrder.slice(4));
  expect(await due(inOrder[4], 2)).toEqual([]);
});
