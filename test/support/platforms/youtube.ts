import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualPatience } from '../../../platforms/http/patience';
import type { Patience } from '../../../platforms/http/patience';
import { createYouTube } from '../../../platforms/youtube/index';
import { publisherFor } from '../../../platforms/index';
import type { Platform } from '../../../platforms/Platform';
import type { Call as PlatformCall } from '../../../platforms/Call';
import type { PlatformObjects, Publisher } from '../../../platforms/Publisher';
import type { ResumableUpload } from '../../../platforms/Upload';
import { startSandbox } from '../../../sandbox/sandbox';
import { piecesOf, videoBytes } from '../media/media';
import { resumable } from '../media/resumable';
import type { Call } from '../servers/sandbox';
import { use } from '../use';
import { unlimited } from './quota';

export interface SandboxVideo {
  id: string;
  sizeBytes: number;
  contentType: string;
  snippet: Record<string, unknown>;
  status: Record<string, unknown>;
}

/** A YouTube adapter at a sandbox of its own, with a channel that has consented. */
export interface YouTubeChannel {
  readonly youtube: Platform;
  /** Its publisher of videos. */
  readonly publisher: Publisher;
  readonly upload: ResumableUpload;
  readonly url: string;
  readonly channelId: string;
  readonly refreshToken: string;
  readonly call: PlatformCall;
  /** Sets a fault, as `POST /_sandbox/faults` takes it. */
  fault(on: object, fault: object): Promise<void>;
  change(settings: object): Promise<void>;
  /** Requests to the platform since the latest `forget`. */
  calls(): Promise<Call[]>;
  forget(): Promise<void>;
  videos(): Promise<SandboxVideo[]>;
  video(id: string): Promise<SandboxVideo>;
  /** The media that YouTube holds of a video. */
  mediaOf(id: string): Promise<Buffer>;
  stop(): Promise<void>;
}

export async function openYouTubeChannel(patience: Partial<Patience> = {}): Promise<YouTubeChannel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'youtube-'));
  const sandbox = await startSandbox({
    port: 0,
    mailPort: 0,
    stripePort: 0,
    processingMs: 0,
    dataDir,
  });
  const grant = await control<{ channelId: string; accessToken: string; refreshToken: string }>('channels', {
    platform: 'youtube',
    name: 'Test channel',
  });
  let forgotten = 0;
  const allCalls = async () => (await control<{ calls: Call[] }>('calls')).calls;
  const state = async () => control<{ platforms: { youtube: { videos: SandboxVideo[] } } }>('state');
  const videos = async () => (await state()).platforms.youtube.videos;
  const url = sandbox.url;
  const youtube = createYouTube(youtubeSettings(url), { ...usualPatience(), ...patience });
  const { channelId, accessToken, refreshToken } = grant;
  return {
    youtube,
    publisher: publisherFor(youtube, 'video'),
    upload: resumable(publisherFor(youtube, 'video')),
    url,
    channelId,
    refreshToken,
    call: { accessToken, channelId, spend: unlimited, signal: new AbortController().signal, notAfterMs: Infinity },
    fault: async (on, fault) => void (await control('faults', { on, do: fault })),
    change: async (settings) => void (await control('settings', settings)),
    calls: async () => (await allCalls()).filter((call) => call.seq > forgotten),
    forget: async () => {
      forgotten = (await allCalls()).at(-1)?.seq ?? 0;
      await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
    },
    videos,
    video: async (id) => (await videos()).find((video) => video.id === id)!,
    mediaOf: async (id) => {
      const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
      const file = files.find(({ name }) => name === id)!;
      return readFile(join(file.parentPath, file.name));
    },
    stop: async () => {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };

  async function control<T>(path: string, body?: object): Promise<T> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}

/** All of Google's hosts at one address. */
export function youtubeSettings(url: string) {
  return {
    clientId: 'sandbox-youtube-client',
    clientSecret: 'sandbox-youtube-secret',
    authBase: url,
    tokenBase: url,
    apiBase: url,
    uploadBase: url,
    uploadsPerDay: 1_000_000,
    unitsPerDay: 1_000_000_000,
    workspaceSharePercent: 100,
  };
}

/** The objects of an assignment: this video, or this session. */
export function made(objectId: string | null, session: string | null = null): PlatformObjects {
  return { items: [{ session, objectId }], draftId: null };
}

/** Uploads a private video and returns its id. */
export async function uploadVideo({ upload, call }: YouTubeChannel, payload: object = {}): Promise<string> {
  const bytes = videoBytes(300_000);
  const media = { contentType: 'video/mp4', sizeBytes: bytes.length };
  const session = await upload.open(call, { title: 'A title', tags: [], ...payload }, media);
  const state = await upload.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) });
  if (state.kind !== 'complete') throw new Error(`the upload is ${state.kind}`);
  return state.objectId;
}

/** A channel on YouTube for the tests around the call; before each of them its calls are forgotten and its faults removed. */
export function useYouTube(...options: Parameters<typeof openYouTubeChannel>): YouTubeChannel {
  const channel = use(async () => openYouTubeChannel(...options));
  beforeEach(async () => channel.forget());
  return channel;
}
