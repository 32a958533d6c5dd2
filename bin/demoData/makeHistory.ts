import type { ContentType } from '../../domain/assignment';
import { failureKinds, isFailureCode } from '../../domain/failures/failures';
import { addDays } from '../../domain/statistics';
import { platformOffers } from '../../platforms/index';
import type { History, PastChannel, PastAssignment, PastStep } from './History';

export const historyDays = 90;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const codes = Object.keys(failureKinds).filter(isFailureCode);

/** A channel without the first days and a day in between: it was connected later, and once it could not be asked. */
const channels = [
  {
    platform: 'youtube',
    name: 'Harbour Diaries',
    text: 'title',
    tokenStatus: 'missing',
    subscribers: 12_400,
    growth: 31,
  },
  {
    platform: 'youtube',
    name: 'Coast Path Shorts',
    text: 'title',
    tokenStatus: 'expired',
    subscribers: 830,
    growth: 17,
  },
  { platform: 'facebook', name: 'Harbour Café', text: 'message', tokenStatus: 'missing', subscribers: 5210, growth: 4 },
  {
    platform: 'facebook',
    name: 'Old Lighthouse',
    text: 'message',
    tokenStatus: 'missing',
    subscribers: 940,
    growth: -1,
  },
] as const;
const subjects = [
  'Low tide',
  'Morning ferry',
  'The old pier',
  'Storm watch',
  'Net mending',
  'Seal colony',
  'Night market',
];

/**
 * Ninety days of a workspace with channels on every platform: posts of every kind in every status, failures of every code,
 * retries, cancellations, credits and daily counters. The same moment gives the same history. Pure.
 */
export function makeHistory(now: Date): History {
  const today = now.toISOString().slice(0, 10);
  const firstDay = new Date(addDays(today, 1 - historyDays));
  const past = Array.from({ length: historyDays }, (_none, index) => assignmentsOfDay(firstDay, index)).flat();
  const assignments = past.map((assignment) => until(assignment, now)).filter((assignment) => assignment !== undefined);
  const liveCalls = Array.from({ length: historyDays / 3 }, (_none, index) => {
    return new Date(firstDay.getTime() + 3 * index * dayMs + 9 * hourMs);
  });
  return {
    plan: 'creator',
    firstDay,
    channels: channels.map((channel, place) => channelOf(channel, place, today)),
    assignments: [...assignments, ...openAssignments(now)],
    liveCalls: liveCalls.filter((at) => at < now),
    purchases: [{ at: new Date(firstDay.getTime() + 60 * dayMs), credits: 500 }],
  };
}

function channelOf(channel: (typeof channels)[number], place: number, today: string): PastChannel {
  const { platform, name, tokenStatus, subscribers, growth } = channel;
  const days = Array.from({ length: historyDays }, (_none, index) => index);
  const known = days.filter((index) => place !== 1 || (index >= 20 && index !== 55));
  const snapshots = known.map((index) => ({
    day: addDays(today, index + 1 - historyDays),
    subscribers: subscribers + growth * index + ((index * 7) % 5),
    totalViews: subscribers * 40 + 350 * (place + 1) * index,
  }));
  const externalPlatformId = `demo-channel-${place + 1}`;
  return { platform, externalPlatformId, name, isActive: growth > 0, tokenStatus, snapshots };
}

/** Three to six a day. `n` counts on from day to day, so that channels, kinds and outcomes go round. */
function assignmentsOfDay(firstDay: Date, index: number): PastAssignment[] {
  const count = 3 + ((index * 5) % 4);
  return Array.from({ length: count }, (_none, place) => {
    const n = index * 7 + place;
    const minutes = 6 * 60 + ((n * 37) % (14 * 60));
    return assignmentOf(n, new Date(firstDay.getTime() + index * dayMs + minutes * minuteMs));
  });
}

function assignmentOf(n: number, createdAt: Date): PastAssignment {
  const channel = n % channels.length;
  const type = kindOf(channel, Math.floor(n / channels.length));
  const scheduledAt = n % 5 === 0 ? new Date(createdAt.getTime() + (1 + (n % 7)) * hourMs) : null;
  const begins = scheduledAt ?? createdAt;
  const after = (seconds: number): Date => new Date(begins.getTime() + seconds * 1000);
  const took = secondsOf(type, n);
  return { channel, type, payload: payloadOf(channel, n), createdAt, scheduledAt, steps: stepsOf(n, took, after) };
}

function stepsOf(n: number, took: number, after: (seconds: number) => Date): PastStep[] {
  const published = (from: number): PastStep[] =>
    (['uploading', 'uploaded', 'processing', 'published'] as const).map((to, place) => {
      return { to, at: after(from + (took * (place + 1)) / 4) };
    });
  const failed: PastStep[] = [
    { to: 'uploading', at: after(1) },
    { to: 'failed', at: after(took + 1), error: errorOf(n) },
  ];
  switch (n % 12) {
    case 3:
    case 8:
      return failed;
    case 6:
      return [...failed, { to: 'pending', at: after(took + 1800) }, ...published(took + 1801)];
    case 11:
      return [{ to: 'cancelled', at: after(0.5) }];
    default:
      return published(0);
  }
}

function errorOf(n: number) {
  const code = codes[Math.floor(n / 2) % codes.length] ?? 'INTERNAL';
  return { code, message: failureKinds[code].meaning };
}

/** Assignments that are under way now, and assignments that wait for their time. */
function openAssignments(now: Date): PastAssignment[] {
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * minuteMs);
  const statuses = ['uploading', 'uploaded', 'processing'] as const;
  const underWay = statuses.map((_status, place): PastAssignment => {
    const steps = statuses.slice(0, place + 1).map((to, step) => ({ to, at: at(step - 4) }));
    const channel = place;
    const type = kindOf(channel, 0);
    return { channel, type, payload: payloadOf(channel, place), createdAt: at(-5), scheduledAt: null, steps };
  });
  const waiting = [1, 3, 8].map((days, channel): PastAssignment => {
    const scheduledAt = at(days * 24 * 60);
    const of = { channel, type: kindOf(channel, days), payload: payloadOf(channel, days), scheduledAt };
    return { ...of, createdAt: at(-30), steps: [] };
  });
  return [...underWay, ...waiting];
}

/** The past of an assignment by now; undefined if it was not created yet. */
function until(assignment: PastAssignment, now: Date): PastAssignment | undefined {
  return assignment.createdAt > now
    ? undefined
    : { ...assignment, steps: assignment.steps.filter(({ at }) => at <= now) };
}

function kindOf(channel: number, n: number): ContentType {
  const offer = platformOffers().find(({ platform }) => platform === channels[channel]?.platform);
  const kind = offer?.contentTypes[n % offer.contentTypes.length];
  if (!kind) throw new Error('a channel of the history is of no platform');
  return kind.slug;
}

function payloadOf(channel: number, n: number): PastAssignment['payload'] {
  const { text } = channels[channel] ?? {};
  return { [text ?? 'title']: `${subjects[n % subjects.length]} ${1 + Math.floor(n / subjects.length)}` };
}

/** Posts without media take seconds, videos minutes, and one in forty half an hour. */
function secondsOf(type: ContentType, n: number): number {
  if (type === 'text' || type === 'link') return 2 + (n % 3);
  if (n % 40 === 7) return 1800 + (n % 60);
  return type === 'video' ? 60 + ((n * 53) % 540) : 8 + ((n * 29) % 90);
}
