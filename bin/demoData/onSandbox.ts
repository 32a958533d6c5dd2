import { z } from 'zod';
import { permissionsFor } from '../../domain/consent/feature';
import { factsOf } from '../../platforms/index';
import { publishedAtOf } from './History';
import type { History, PastAssignment, PastChannel } from './History';
import { ask } from './ask';
import { readingsOf } from './readings';

const Granted = z.object({ channelId: z.string(), accessToken: z.string(), refreshToken: z.string() });
const Made = z.object({ posts: z.array(z.object({ id: z.string(), url: z.string() })) });
/** The service renews a token before its end; the token of a page lives longer than this. */
const tokenMs = 3_000_000;
/** The sandbox has one kind of video. */
const uses: Readonly<Record<string, string>> = { short: 'video', image: 'photo', carousel: 'photo' };

/** All permissions that a platform knows: every feature is granted. */
export function everyPermission(platform: string): string[] {
  const { permissions } = factsOf(platform);
  return permissionsFor(
    permissions,
    permissions.features.map(({ name }) => name),
  );
}

/**
 * Makes the channels of a history in the sandbox, and its published posts: with its numbers as they are now, and with its pictures. So
 * readings, pictures and renewals of tokens find all of it.
 * @returns the history with the ids, the addresses and the tokens that the sandbox gave
 */
export async function onSandbox(history: History, sandboxUrl: string, now: Date): Promise<History> {
  const channels: PastChannel[] = [];
  const posts = new Map<PastAssignment, { id: string; url: string }>();
  for (const [place, past] of history.channels.entries()) {
    const channel = past.connectionId === undefined ? await grantedBy(sandboxUrl, past) : past;
    channels.push(channel);
    const live = history.assignments.flatMap((assignment, n) => {
      const publishedAt = publishedAtOf(assignment);
      return publishedAt && assignment.channel === place ? [{ assignment, publishedAt, place: n }] : [];
    });
    if (live.length === 0) continue;
    const { platform, externalPlatformId: channelId } = channel;
    const body = { platform, channelId, posts: live.map((post) => postOf(post, now)) };
    const made = await ask(Made, `${sandboxUrl}/_sandbox/posts`, { body });
    for (const [n, { assignment }] of live.entries()) {
      const post = made.posts[n];
      if (post) posts.set(assignment, post);
    }
  }
  const assignments = history.assignments.map((assignment) => {
    const post = posts.get(assignment);
    return post ? { ...assignment, post } : assignment;
  });
  return { ...history, channels, assignments };
}

/** A new channel with this name, picture and numbers, and the access to it. */
async function grantedBy(sandboxUrl: string, channel: PastChannel): Promise<PastChannel> {
  const { platform, name, emblem: picture, snapshots } = channel;
  const controls = `${sandboxUrl}/_sandbox`;
  const body = { platform, name, picture, scopes: everyPermission(platform) };
  const { channelId, accessToken, refreshToken } = await ask(Granted, `${controls}/channels`, { body });
  const { subscribers: subscriberCount = 0, totalViews: viewCount = 0 } = snapshots.at(-1) ?? {};
  await ask(z.unknown(), `${controls}/statistics`, { body: { channelId, subscriberCount, viewCount } });
  const tokenExpiresAt = new Date(Date.now() + tokenMs);
  const thumbnailUrl = `${sandboxUrl}/vi/${channelId}/medium.jpg`;
  return {
    ...channel,
    externalPlatformId: channelId,
    grant: { accessToken, refreshToken, tokenExpiresAt, thumbnailUrl },
  };
}

interface LivePost {
  readonly assignment: PastAssignment;
  readonly publishedAt: Date;
  readonly place: number;
}

function postOf({ assignment: { type, payload, pictures = [] }, publishedAt, place }: LivePost, now: Date): object {
  const { views = 0, likes = 0, comments = 0 } = readingsOf({ publishedAt, place }, now).points.at(-1) ?? {};
  return {
    use: uses[type] ?? type,
    text: payload['title'] ?? payload['message'] ?? '',
    ...(typeof payload['link'] === 'string' && { link: payload['link'] }),
    pictures,
    at: publishedAt.toISOString(),
    viewCount: views,
    likeCount: likes,
    commentCount: comments,
  };
}
