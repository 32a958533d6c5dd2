import { usePace } from '../../support/jest/pace';
import type { Channel } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { retryAssignment } from '../operations/retryAssignment';
import { creatingCall, directKinds, expectPublishedOnce, expectUnknown, useDirectPublishing } from './directPublishing';

/** Ten minutes of looks are nine seconds. */
usePace(0.015);
const publishing = useDirectPublishing('direct');

describe('a text whose answer is lost', () => {
  const [text] = directKinds.filter(({ type }) => type === 'text');
  const lost = { loseAnswer: true };

  async function endOfText(title: string, fault: object | null, meanwhile?: (channel: Channel) => Promise<void>) {
    const channel = await publishing.connectPage();
    if (fault) await publishing.fault(creatingCall(text!, channel), fault);
    const assignment = await publishing.submit(channel, publishing.request(text!, title));
    await meanwhile?.(channel);
    return publishing.endOf(text!, assignment);
  }

  afterEach(async () => publishing.change({ listLagMs: 0, postsBy: 'app', refusesDuplicates: false }));

  it('is found although it is listed late', async () => {
    await publishing.change({ listLagMs: 3000 });
    expectPublishedOnce(await endOfText('Listed late', lost));
  });

  it('has an unknown outcome where it is never listed', async () => {
    await publishing.change({ listLagMs: null });
    const end = await endOfText('Never listed', lost);
    expectUnknown(end);
    expect([end.shown.length, end.creations]).toEqual([1, 1]);
  });

  it.each([
    ['never arrived', { cutAfterBytes: 0 }],
    ['had its effect', lost],
  ])('has an unknown outcome where a person posted the same text, and the call %s', async (_when, fault) => {
    const title = `By a person ${_when}`;
    const end = await endOfText(title, fault, async (channel) => {
      await until(async () => (await publishing.callsTo(text!, channel)).length > 0);
      await publishing.change({ postsBy: 'person' });
      await publishing.postAsPerson(channel, title);
    });
    expectUnknown(end);
    for (const { id } of end.shown) expect(end.outcome.row.errors[0]!.message).toContain(id);
    expect(end.creations).toBe(2);
  });

  it('is not taken for the equal post of another workspace, whose call waits for the outcome', async () => {
    const first = await publishing.connectPage();
    const same = await publishing.connect({ platform: 'facebook', channelId: first.channelId });
    await publishing.fault(creatingCall(text!, first), lost);
    const request = publishing.request(text!, 'Twice in two workspaces');
    const assignments = [await publishing.submit(first, request), await publishing.submit(same, request)];
    const ends = await Promise.all(assignments.map(async (assignment) => publishing.endOf(text!, assignment)));
    expect(ends.map(({ outcome }) => outcome.row.status)).toEqual(['published', 'published']);
    const ids = ends.map(({ outcome }) => outcome.row.platformPostId);
    expect(new Set(ids).size).toBe(2);
    expect(Math.max(...ends.map(({ shown }) => shown.length))).toBe(2);
  });

  it('that Facebook calls a duplicate when it is repeated is looked for', async () => {
    await publishing.change({ listLagMs: null, refusesDuplicates: true });
    const end = await endOfText('A duplicate of itself', lost);
    expectUnknown(end);
    const again = await publishing.endOf(text!, await retryAssignment(publishing, end.assignment));
    expectUnknown({ ...again, outcome: { ...again.outcome, credits: again.outcome.credits.slice(2) } });
    expect([again.shown.length, again.creations]).toEqual([1, 2]);
  });
});
