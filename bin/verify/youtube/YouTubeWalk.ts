import { z } from 'zod';
import type { Spend } from '../../../domain/cost';
import { unwatched } from '../unwatched';
import type { Call } from '../../../platforms/Call';
import type { Publisher } from '../../../platforms/Publisher';
import type { GrantedTokens, Platform } from '../../../platforms/Platform';
import type { YouTubeSettings } from '../../../platforms/youtube/settings';
import { ask } from '../ask';
import type { RawAnswer } from '../ask';
import type { Sample } from '../media/samples';
import { found } from '../Walk';
import type { Walk } from '../Walk';

/** The walk on YouTube, and the things that its steps have found so far. */
export interface YouTubeWalk extends Walk {
  readonly settings: YouTubeSettings;
  readonly platform: Platform;
  /** Of videos. */
  readonly publisher: Publisher;
  /** Seals a refresh token for another day, and opens it; null: there is no key for it. */
  readonly sealing: Sealing | null;
  readonly spend: Spend;
  grant?: GrantedTokens;
  channelId?: string | null;
  film?: Sample;
  session?: string;
  videoId?: string;
  isPublic?: boolean;
  /** Forgets the traces of the video, once it is removed. */
  forgetVideo?: () => void;
}

/** A way to write a secret down. */
export interface Sealing {
  readonly seal: (plain: string) => string;
  /** Null for a text that another key has sealed. */
  readonly open: (sealed: string) => string | null;
}

/** The text of the test video. */
export const payload = {
  title: 'Verification of an upload, please ignore',
  description: 'It is removed within minutes.',
  tags: ['verification'],
  privacy: 'private',
  madeForKids: false,
} as const;

/** No video has it: YouTube's ids have 11 characters. */
export const noVideo = 'AAAAAAAAAAA';

/** A call in the name of the channel. */
export function callOf({ grant, channelId, spend }: YouTubeWalk): Call {
  const { accessToken } = found(grant, 'a grant');
  return { accessToken, channelId: found(channelId, 'a channel'), spend, ...unwatched() };
}

/** A request of the Data API beside the adapter. */
export async function askApi(
  walk: YouTubeWalk,
  method: 'GET' | 'POST' | 'DELETE',
  resource: string,
  json?: object,
): Promise<RawAnswer> {
  await walk.spend('units', method === 'GET' ? 1 : 50);
  const { accessToken } = found(walk.grant, 'a grant');
  return ask({
    method,
    url: `${walk.settings.apiBase}/youtube/v3/${resource}`,
    headers: { authorization: `Bearer ${accessToken}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
}

const Video = z.object({
  id: z.string(),
  snippet: z.object({ title: z.string(), description: z.string().default('') }),
  status: z.object({
    uploadStatus: z.string().optional(),
    privacyStatus: z.string(),
    madeForKids: z.boolean().optional(),
    selfDeclaredMadeForKids: z.boolean().optional(),
  }),
  processingDetails: z.object({ processingStatus: z.string().optional() }).optional(),
});
const Videos = z.object({ items: z.array(Video).default([]) });
export type SeenVideo = z.infer<typeof Video>;

/** The video as YouTube lists it; null: it does not. */
export async function readVideo(walk: YouTubeWalk, id: string): Promise<SeenVideo | null> {
  const answer = await askApi(walk, 'GET', `videos?part=snippet,status,processingDetails&id=${encodeURIComponent(id)}`);
  return Videos.safeParse(answer.body).data?.items[0] ?? null;
}

const ApiError = z.object({
  error: z.object({
    code: z.number(),
    errors: z.array(z.object({ reason: z.string(), domain: z.string().optional() })),
  }),
});

/** The reason of an error of the API, such as `quotaExceeded`; null: the body has not its form. */
export function reasonIn(body: unknown): string | null {
  return ApiError.safeParse(body).data?.error.errors[0]?.reason ?? null;
}

/** Deletes a video, public or not: the adapter would leave a public one. A video that is gone is fine. */
export async function deleteVideo(walk: YouTubeWalk, id: string): Promise<void> {
  const { status, body } = await askApi(walk, 'DELETE', `videos?id=${encodeURIComponent(id)}`);
  if (status >= 300 && status !== 404) throw new Error(`videos.delete was answered ${status} (${reasonIn(body)})`);
}
