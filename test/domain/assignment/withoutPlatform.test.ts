import type { AssignmentSnapshot, PlatformCall } from '../../../domain/assignment/snapshot';
import { stranded } from '../../../domain/assignment/withoutPlatform';
import { paced } from '../../../domain/pace';
import { newWorld } from './abstract';

const hour = 3_600_000;
const minute = paced(60_000);
const processingMs = 2 * hour;
const { snapshot } = newWorld(true, null);
const open: PlatformCall = { of: 'publish', leaseUntil: 0, isAccepted: false, hasHappened: false, isRepeatable: false };
const media = { ...snapshot.media, state: 'whole' as const };

/** An assignment at the time 0, whose time came an hour ago, and whose last step towards a public post was half an hour ago. */
const at = (more: Partial<AssignmentSnapshot>) =>
  stranded({ ...snapshot, ...more }, 0, { itsTime: -hour, mayBePublic: -hour / 2 }, processingMs);

describe('an assignment whose platform is not offered', () => {
  it.each<[string, Partial<AssignmentSnapshot>, boolean]>([
    ['pending, at once', { status: 'pending' }, true],
    ['pending, whose preparation begins', { status: 'pending', dueAt: hour, aheadMs: hour }, true],
    ['pending, long before that', { status: 'pending', dueAt: 3 * hour, aheadMs: hour }, false],
    ['bringing its media', { status: 'uploading' }, false],
    ['uploaded, at its time', { status: 'uploaded', media, dueAt: 0 }, true],
    ['uploaded, before its time', { status: 'uploaded', media, dueAt: hour }, false],
    ['uploaded, with media to be brought anew', { status: 'uploaded', media: { ...media, isDue: true } }, false],
    ['pending, with an open outcome', { status: 'pending', call: open }, false],
    ['processing', { status: 'processing', media }, false],
  ])('%s: whether nothing else keeps it from its next status', (_where, more, isDue) => {
    expect(at(more).isDue).toBe(isDue);
  });

  it.each<[string, Partial<AssignmentSnapshot>, boolean, number]>([
    ['has published nothing: a day from its time on', { status: 'uploading' }, false, 23 * hour],
    ['is past the point of no return: as long as platforms process', { status: 'processing' }, true, 1.5 * hour],
    ['has an open outcome: just as long', { status: 'uploading', call: open }, true, 1.5 * hour],
  ])('that %s', (_what, more, mayBePublic, leftMs) => {
    expect(at(more)).toMatchObject({ mayBePublic, leftMs });
  });

  it('is looked at once an hour while its time lies further ahead than that', () => {
    const times = [null, -hour, hour, hour + 1];
    expect(times.map((dueAt) => at({ dueAt }).lookMs)).toEqual([minute, minute, minute, hour]);
  });
});
