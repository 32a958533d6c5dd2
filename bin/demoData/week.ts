import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ContentType } from '../../domain/assignment';
import type { PlatformSlug } from '../../domain/platform';
import { ask } from './ask';
import { contentOf } from './content';
import type { Story } from './content';
import type { TeamChannel } from './team';

const failedWithinMs = 60_000;
const Created = z.object({ id: z.string() });

/** A service with its sandbox, people who are logged in, and the channels of the team. */
export interface Team {
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly organizationId: string;
  /** They plan in turn. */
  readonly tokens: readonly [string, ...string[]];
  readonly channels: Readonly<Record<TeamChannel, { readonly platform: PlatformSlug; readonly connectionId: string }>>;
}

interface Planned {
  /** Days from today. */
  readonly day: number;
  /** Of the day, by the clock of this machine. */
  readonly time: readonly [hour: number, minute: number];
  readonly channel: TeamChannel;
  readonly type: ContentType;
  readonly story: Story;
}

/** The access to `shorts` ends in five days. */
const week: readonly Planned[] = [
  {
    day: 1,
    time: [8, 30],
    channel: 'cafe',
    type: 'image',
    story: {
      title: 'Window seat, first come',
      text: 'Free coffee for whoever beats us to the door.',
      pictures: ['cafe'],
    },
  },
  {
    day: 1,
    time: [17, 0],
    channel: 'shorts',
    type: 'short',
    story: { title: 'Low tide: what the sea left today', pictures: ['tide'] },
  },
  {
    day: 2,
    time: [12, 0],
    channel: 'lighthouse',
    type: 'link',
    story: { title: 'Dates for the season are out', pictures: ['calendar'] },
  },
  {
    day: 2,
    time: [18, 0],
    channel: 'diaries',
    type: 'video',
    story: { title: 'The old pier, plank by plank', text: 'Four winters, two carpenters.', pictures: ['pier'] },
  },
  {
    day: 3,
    time: [9, 0],
    channel: 'cafe',
    type: 'text',
    story: { title: 'Fish soup at noon, while it lasts.', pictures: ['soup'] },
  },
  {
    day: 3,
    time: [16, 30],
    channel: 'shorts',
    type: 'short',
    story: { title: 'Kite beach before the crowds', pictures: ['kites'] },
  },
  {
    day: 4,
    time: [11, 0],
    channel: 'lighthouse',
    type: 'carousel',
    story: {
      title: 'Fog, lamp, morning',
      text: 'Pictures from the gallery at five.',
      pictures: ['fog', 'lamp', 'lighthouse'],
    },
  },
  {
    day: 4,
    time: [18, 0],
    channel: 'cafe',
    type: 'reel',
    story: { title: 'From starter to loaf in twenty seconds', pictures: ['bread'] },
  },
  {
    day: 5,
    time: [10, 0],
    channel: 'diaries',
    type: 'short',
    story: { title: 'Three gulls, one sandwich', pictures: ['gulls'] },
  },
  {
    day: 5,
    time: [17, 30],
    channel: 'lighthouse',
    type: 'image',
    story: { title: 'Campfire talk at the light', text: 'Bring a jumper and a story.', pictures: ['campfire'] },
  },
  {
    day: 6,
    time: [9, 30],
    channel: 'cafe',
    type: 'carousel',
    story: { title: 'A long breakfast', text: 'Three ways to begin it.', pictures: ['coffee', 'bread', 'cafe'] },
  },
  {
    day: 6,
    time: [18, 0],
    channel: 'diaries',
    type: 'video',
    story: { title: 'Boats on the quay and who owns them', pictures: ['quay'] },
  },
  {
    day: 7,
    time: [10, 0],
    channel: 'lighthouse',
    type: 'video',
    story: { title: 'By bicycle to the light', text: 'Nine kilometres, one hill.', pictures: ['bicycle'] },
  },
  {
    day: 7,
    time: [19, 0],
    channel: 'cafe',
    type: 'image',
    story: { title: 'The last cup of the day is at eight', pictures: ['coffee'] },
  },
];

/** Plans posts of several kinds for each of the next seven days, on all channels. The latest is made first, so lists begin with the next. */
export async function planWeek(team: Team, now: Date): Promise<void> {
  // The members have seen the introduction.
  await Promise.all(
    team.tokens.map(async (token) =>
      ask(z.unknown(), `${team.apiUrl}/api/v1/auth/onboarding`, { token, method: 'PATCH', body: { completed: true } }),
    ),
  );
  for (const [n, { day, time, ...post }] of [...week.entries()].toReversed()) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, ...time);
    await create(team, n, { ...post, scheduledAt: at.toISOString() });
  }
}

/** Makes a video whose host has lost it for a moment: the first request for it is answered 404. Its retry is published. */
export async function failOnce(team: Team): Promise<void> {
  const { apiUrl, sandboxUrl, tokens } = team;
  const story: Story = {
    title: 'Night market: the last stall closes',
    text: 'Lights out at eleven.',
    pictures: ['market'],
  };
  const on = { method: 'GET', path: '/_sandbox/media/market.mp4' };
  await ask(z.unknown(), `${sandboxUrl}/_sandbox/faults`, { body: { on, do: { status: 404 } } });
  const id = await create(team, 0, { channel: 'diaries', type: 'video', story });
  const url = `${apiUrl}/api/v1/console/assignments/${id}`;
  const Inspected = z.object({ status: z.string() });
  for (const endMs = Date.now() + failedWithinMs; Date.now() < endMs; await sleep(200)) {
    const { status } = await ask(Inspected, url, { token: tokens[0] });
    if (status === 'failed' || status === 'published') return;
  }
  throw new Error(`post ${id} has not failed after ${failedWithinMs / 1000} s`);
}

async function create(
  { apiUrl, sandboxUrl, organizationId, tokens, channels }: Team,
  n: number,
  { channel, type, story, scheduledAt }: Pick<Planned, 'channel' | 'type' | 'story'> & { scheduledAt?: string },
): Promise<string> {
  const { platform, connectionId } = channels[channel];
  const {
    pictures: _pictures,
    mediaUrl,
    mediaContentType,
    ...content
  } = contentOf(platform, type, story, `${sandboxUrl}/_sandbox/media`);
  const media = mediaUrl === null ? {} : { mediaUrl, mediaContentType };
  const callbackUrl = `${sandboxUrl}/_sandbox/receiver/demo`;
  // A demo that was killed while it was made is made once all the same.
  const idempotencyKey = `demo ${scheduledAt ?? story.title} ${connectionId}`;
  const body = { connectionId, ...content, ...media, callbackUrl, idempotencyKey, ...(scheduledAt && { scheduledAt }) };
  const token = tokens[n % tokens.length] ?? tokens[0];
  const headers = { 'x-organization-id': organizationId };
  return (await ask(Created, `${apiUrl}/api/v1/console/assignments`, { token, body, headers })).id;
}
