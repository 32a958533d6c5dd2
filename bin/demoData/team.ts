import type { ContentType } from '../../domain/assignment';
import { addDays } from '../../domain/statistics';
import type { PlatformSlug } from '../../domain/platform';
import { contentOf } from './content';
import type { Story } from './content';
import type { History, PastAssignment, PastChannel, PastStep } from './History';

/** The channels of the demo's team, by the names that `bin/local/demo/channels.mjs` gives them. */
export const teamChannels = ['diaries', 'shorts', 'cafe', 'lighthouse'] as const;
export type TeamChannel = (typeof teamChannels)[number];

const days = 24;
const [minuteMs, hourMs] = [60_000, 3_600_000];

interface Past {
  readonly daysAgo: number;
  /** Of the day, in UTC. */
  readonly hour: number;
  readonly channel: TeamChannel;
  readonly type: ContentType;
  readonly story: Story;
}

const past: readonly Past[] = [
  {
    daysAgo: 23,
    hour: 9,
    channel: 'lighthouse',
    type: 'image',
    story: {
      title: 'The tower is painted again',
      text: 'Two coats of red, one of white. Come and see.',
      pictures: ['lighthouse'],
    },
  },
  {
    daysAgo: 21,
    hour: 17,
    channel: 'diaries',
    type: 'video',
    story: { title: 'Who mends the nets?', text: 'Three brothers, one loft, forty years.', pictures: ['nets'] },
  },
  {
    daysAgo: 19,
    hour: 8,
    channel: 'cafe',
    type: 'image',
    story: { title: 'Sourdough is back', text: 'From Thursday on, every morning at seven.', pictures: ['bread'] },
  },
  {
    daysAgo: 17,
    hour: 16,
    channel: 'shorts',
    type: 'short',
    story: { title: 'Cliff path in thirty seconds', pictures: ['path'] },
  },
  {
    daysAgo: 14,
    hour: 10,
    channel: 'cafe',
    type: 'text',
    story: { title: 'Closed on Monday: we paint the kitchen. Back on Tuesday at eight.', pictures: ['cafe'] },
  },
  {
    daysAgo: 13,
    hour: 18,
    channel: 'diaries',
    type: 'video',
    story: {
      title: 'The 6:40 ferry, from the wheelhouse',
      text: 'A crossing with Captain Ives, from the first rope to the last.',
      pictures: ['ferry'],
    },
  },
  {
    daysAgo: 11,
    hour: 11,
    channel: 'lighthouse',
    type: 'carousel',
    story: { title: 'Three lights in one night', text: 'Lamp, fire and stars.', pictures: ['lamp', 'campfire', 'fog'] },
  },
  {
    daysAgo: 9,
    hour: 16,
    channel: 'shorts',
    type: 'short',
    story: { title: 'Seal bay, keep your distance', pictures: ['seals'] },
  },
  {
    daysAgo: 8,
    hour: 12,
    channel: 'lighthouse',
    type: 'link',
    story: { title: 'The walk to the light, with a map', pictures: ['map'] },
  },
  {
    daysAgo: 6,
    hour: 18,
    channel: 'diaries',
    type: 'video',
    story: { title: 'Regatta week: four crews, one cup', text: 'Start, turn, capsize, cake.', pictures: ['regatta'] },
  },
  {
    daysAgo: 5,
    hour: 9,
    channel: 'cafe',
    type: 'reel',
    story: { title: 'How we pour a flat white', pictures: ['coffee'] },
  },
  {
    daysAgo: 3,
    hour: 16,
    channel: 'shorts',
    type: 'short',
    story: { title: 'Thrift in bloom above the harbour', pictures: ['thrift'] },
  },
  {
    daysAgo: 2,
    hour: 11,
    channel: 'cafe',
    type: 'carousel',
    story: {
      title: 'Soup week',
      text: 'Tomato on Tuesday, fish on Friday, bread with both.',
      pictures: ['soup', 'bread', 'cafe'],
    },
  },
  {
    daysAgo: 1,
    hour: 17,
    channel: 'diaries',
    type: 'video',
    story: {
      title: 'Storm watch: the night of the big wave',
      text: 'What the camera on the pier saw.',
      pictures: ['storm'],
    },
  },
];

/** A channel that is connected, with its numbers as its platform tells them. */
export interface ConnectedChannel {
  readonly platform: PlatformSlug;
  readonly name: string;
  readonly connectionId: string;
  readonly channelId: string;
  readonly subscribers: number;
  readonly views: number;
}

/** The last weeks of a small team: what it has published, and how its channels grew. Pure. */
export function makeTeamPast(
  channels: Readonly<Record<TeamChannel, ConnectedChannel>>,
  media: string,
  now: Date,
): History {
  const today = now.toISOString().slice(0, 10);
  const assignments = past.map((one, n): PastAssignment => {
    const { platform } = channels[one.channel];
    const dueAt = new Date(Date.parse(addDays(today, -one.daysAgo)) + one.hour * hourMs);
    const createdAt = new Date(dueAt.getTime() - (n % 3) * 20 * hourMs - 7 * minuteMs);
    const content = contentOf(platform, one.type, one.story, media);
    const channel = teamChannels.indexOf(one.channel);
    return { channel, ...content, createdAt, scheduledAt: dueAt, steps: stepsFrom(dueAt, content.mediaUrl === null) };
  });
  return {
    plan: 'free',
    firstDay: new Date(addDays(today, -days)),
    channels: teamChannels.map((key) => channelOf(channels[key], today)),
    assignments,
    liveCalls: [],
    purchases: [],
  };
}

/** The channel of today, with fewer of all on each day before. */
function channelOf({ channelId, subscribers, views, ...channel }: ConnectedChannel, today: string): PastChannel {
  const snapshots = Array.from({ length: days + 1 }, (_none, n) => ({
    day: addDays(today, n - days),
    subscribers: Math.round(subscribers * (1 - (days - n) / 600) - ((n * 5) % 4)),
    totalViews: Math.round(views * (1 - (days - n) / 250)),
  }));
  return { ...channel, externalPlatformId: channelId, isActive: true, tokenStatus: 'missing', snapshots };
}

/** Media are brought ahead of the time; a text needs none. */
function stepsFrom(dueAt: Date, isText: boolean): PastStep[] {
  const after = (seconds: number) => new Date(dueAt.getTime() + seconds * 1000);
  const [uploading, uploaded] = isText ? [0.2, 0.4] : [-240, -226];
  return [
    { to: 'uploading', at: after(uploading) },
    { to: 'uploaded', at: after(uploaded) },
    { to: 'processing', at: after(0.6) },
    { to: 'published', at: after(1.4) },
  ];
}
