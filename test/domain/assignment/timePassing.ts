import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';
import { due, justNow, longAgo } from './abstract';
import type { Happening, World } from './abstract';

/** Each limit of time that can pass, by itself. A call ends before its lease, and has its effect before that is settled. */
export function timePassing(snapshot: AssignmentSnapshot, post: World['post']): Happening[] {
  const { dueAt, call, tries, busy, pause, media, endedAt } = snapshot;
  const passing = (name: string, change: Partial<AssignmentSnapshot>): Happening => ({
    name,
    isOfWorker: true,
    before: (world) => ({ ...world, snapshot: { ...world.snapshot, ...change } }),
  });
  const nextDue = { [due.far]: due.ahead, [due.ahead]: due.lastMinute, [due.lastMinute]: due.past }[dueAt ?? due.past];
  const isSettled = post !== 'open' || call?.isAccepted;
  const madeBefore = media.madeAt !== null && pause !== null && media.madeAt < pause.failedAt;
  const older = { ...media, madeAt: longAgo.absence };
  return [
    ...(nextDue === undefined
      ? []
      : [
          passing('its time comes nearer', {
            dueAt: nextDue,
            tries: tries && { ...tries, since: longAgo.triesBeforeDue },
          }),
        ]),
    ...(call && call.leaseUntil > 0 && isSettled
      ? [passing('a lease ends', { call: { ...call, leaseUntil: longAgo.lease } })]
      : []),
    ...(tries && tries.nextAt > 0 ? [passing('a next try is due', { tries: { ...tries, nextAt: 0 } })] : []),
    ...(tries && tries.since === justNow ? [passing('tries last', { tries: { ...tries, since: longAgo.tries } })] : []),
    ...(busy && busy.nextAt > 0 ? [passing('the platform may be asked', { busy: { ...busy, nextAt: 0 } })] : []),
    ...(busy && busy.since === justNow
      ? [passing('processing lasts', { busy: { ...busy, since: longAgo.processing } })]
      : []),
    ...(pause?.until ? [passing('a pause ends', { pause: { ...pause, until: 0 } })] : []),
    ...(media.madeAt === justNow
      ? [
          passing('the media grow old', {
            media: older,
            pause: pause && { ...pause, failedAt: longAgo.absence + (madeBefore ? 1 : -1) },
          }),
        ]
      : []),
    ...(media.absentSince === justNow
      ? [passing('the absence lasts', { media: { ...media, absentSince: longAgo.absence } })]
      : []),
    ...(endedAt === justNow ? [passing('the debt grows old', { endedAt: longAgo.end })] : []),
  ];
}
