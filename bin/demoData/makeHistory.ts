import type { ContentType } from '../../domain/assignment';
import { failureKinds, isFailureCode } from '../../domain/failures/failures';
import { addDays } from '../../domain/statistics';
import { platformOffers } from '../../platforms/index';
import type { History, PastChannel, PastAssignment, PastStep } from './History';
import { contentOf } from './content';
import { storyOf } from './stories';

export const historyDays = 90;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const codes = Object.keys(failureKinds).filter(isFailureCode);

/** One channel lacks the first days and a day in between: it was connected later, and once it could not be asked. */
const channels = [
  { platform: 'youtube', name: 'Harbour Diaries', emblem: 'diaries-emblem', subscribers: 12_400, growth: 31 },
  { platform: 'youtube', name: 'Coast Path Shorts', emblem: 'footpath-emblem', subscribers: 830, growth: 17 },
  { platform: 'facebook', name: 'Harbour Café', emblem: 'cafe-emblem', subscribers: 5210, growth: 4 },
  { platform: 'facebook', name: 'Old Lighthouse', emblem: 'tower-emblem', subscribers: 940, growth: 2 },
] as const;

/**
 * Ninety days of a workspace with channels on every platform: posts of every kind that have ended in every way, failures of every
 * code, retries, cancellations, credits and daily counters. The same moment gives the same history. Pure.
 * @param media the address of the media; the sandbox has them
 */
export function makeHistory(now: Date, media = 'https://media.example'): History {
  const today = now.toISOString().slice(0, 10);
  const firstDay = new Date(addDays(today, 1 - historyDays));
  const past = Array.from({ length: historyDays }, (_none, index) => assignmentsOfDay(firstDay, index, media)).flat();
  const liveCalls = Array.from({ length: historyDays / 3 }, (_none, index) => {
    return new Date(firstDay.getTime() + 3 * index * dayMs + 9 * hourMs);
  });
  return {
    plan: 'creator',
    firstDay,
    channels: channels.map((channel, place) => channelOf(channel, place, today)),
    assignments: withCodes(past.filter((assignment) => hasEndedBy(assignment, now))),
    liveCalls: liveCalls.filter((at) => at < now),
    purchases: [{ at: new Date(firstDay.getTime() + 60 * dayMs), credits: 500 }],
  };
}

function channelOf(channel: (typeof channels)[number], place: number, today: string): PastChannel {
  const { platform, name, emblem, subscribers, growth } = channel;
  const days = Array.from({ length: historyDays }, (_none, index) => index);
  const known = days.filter((index) => place !== 1 || (index >= 20 && index !== 55));
  const snapshots = known.map((index) => ({
    day: addDays(today, index + 1 - historyDays),
    subscribers: subscribers + growth * index + ((index * 7) % 5),
    totalViews: subscribers * 40 + 350 * (place + 1) * index,
  }));
  const externalPlatformId = `demo-channel-${place + 1}`;
  return { platform, externalPlatformId, name, emblem, isActive: true, tokenStatus: 'missing', snapshots };
}

/** Three to six a day. `n` counts on from day to day, so that channels, kinds and outcomes go round. */
function assignmentsOfDay(firstDay: Date, index: number, media: string): PastAssignment[] {
  const count = 3 + ((index * 5) % 4);
  return Array.from({ length: count }, (_none, place) => {
    const n = index * 7 + place;
    const minutes = 6 * 60 + ((n * 37) % (14 * 60));
    return assignmentOf(n, new Date(firstDay.getTime() + index * dayMs + minutes * minuteMs), media);
  });
}

function assignmentOf(n: number, createdAt: Date, media: string): PastAssignment {
  const channel = n % channels.length;
  const turn = Math.floor(n / channels.length);
  const { platform } = channels[channel] ?? channels[0];
  const content = contentOf(platform, kindOf(platform, turn), storyOf(channel, turn), media);
  const scheduledAt = n % 5 === 0 ? new Date(createdAt.getTime() + (1 + (n % 7)) * hourMs) : null;
  const begins = scheduledAt ?? createdAt;
  const after = (seconds: number): Date => new Date(begins.getTime() + seconds * 1000);
  return { channel, ...content, createdAt, scheduledAt, steps: stepsOf(n, secondsOf(content.type, n), after) };
}

/** Most are published at once. A few fail, and half of these are published by a retry. */
function stepsOf(n: number, took: number, after: (seconds: number) => Date): PastStep[] {
  const published = (from: number): PastStep[] =>
    (['uploading', 'uploaded', 'processing', 'published'] as const).map((to, place) => {
      return { to, at: after(from + (took * (place + 1)) / 4) };
    });
  const failed: PastStep[] = [
    { to: 'uploading', at: after(1) },
    { to: 'failed', at: after(took + 1) },
  ];
  switch (n % 25) {
    case 3:
      return failed;
    case 14:
      return [...failed, { to: 'pending', at: after(took + 1800) }, ...published(took + 1801)];
    case 22:
      return [{ to: 'cancelled', at: after(0.5) }];
    default:
      return published(0);
  }
}

/** Gives each failure the next code. */
function withCodes(assignments: readonly PastAssignment[]): PastAssignment[] {
  let failures = 0;
  return assignments.map((assignment) => {
    const steps = assignment.steps.map((step) => {
      if (step.to !== 'failed') return step;
      const code = codes[failures % codes.length] ?? 'INTERNAL';
      failures += 1;
      return { ...step, error: { code, message: failureKinds[code].meaning } };
    });
    return { ...assignment, steps };
  });
}

function hasEndedBy({ steps }: PastAssignment, now: Date): boolean {
  const last = steps.at(-1);
  return last !== undefined && last.at <= now;
}

function kindOf(slug: string, n: number): ContentType {
  const offer = platformOffers().find(({ platform }) => platform === slug);
  const kind = offer?.contentTypes[n % offer.contentTypes.length];
  if (!kind) throw new Error('a channel of the history is of no platform');
  return kind.slug;
}

/** Posts without media take seconds, videos minutes, and one in forty half an hour. */
function secondsOf(type: ContentType, n: number): number {
  if (type === 'text' || type === 'link') return 2 + (n % 3);
  if (n % 40 === 7) return 1800 + (n % 60);
  return type === 'video' ? 60 + ((n * 53) % 540) : 8 + ((n * 29) % 90);
}
