import { imageSize } from 'image-size';
import { createDueGate } from '../../../activities';
import { readDuePictures } from '../../../activities/pictures/readPictures';
import type { PictureCounts } from '../../../activities/pictures/readPictures';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { startApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildCaller } from '../../support/callers/caller';
import type { Caller } from '../../support/callers/caller';
import { buildUser } from '../../support/callers/people';
import { moveOn } from '../../support/build/moveOn';
import { pngOf } from '../../support/media/pictures';
import { openPictureMaker } from '../../support/media/pictureMaker';
import { startMediaSource } from '../../support/servers/mediaSource';
import { openSandbox } from '../../support/servers/sandbox';
import { use } from '../../support/use';

/** The API, the hosts of pictures, and rounds of the task that reads them. */
export const picturing = use(async () => {
  const [sandbox, media] = await Promise.all([openSandbox(), startMediaSource()]);
  // The API takes any address of this machine; the reader reaches the media and the sandbox alone.
  const app = await startApp({ outboundAllow: parseOutboundAllow('127.0.0.0/8') }, { platformUrl: sandbox.url });
  const allow = parseOutboundAllow(`127.0.0.1:${media.port},${new URL(sandbox.url).host}`);
  const safeFetch = createSafeFetch({ allow });
  const pictureMaker = openPictureMaker();
  const deps = { ...app.deps, safeFetch, pictureMaker, dueGate: createDueGate() };
  const { signal } = new AbortController();
  return {
    app,
    sandbox,
    media,
    round: async (): Promise<PictureCounts> => readDuePictures(deps, { signal, goOn: async () => undefined }),
    stop: async () => {
      await Promise.all([app.stop(), sandbox.stop(), media.stop(), safeFetch.close(), pictureMaker.close()]);
    },
  };
});

/** A workspace with a channel of the sandbox. */
export async function channelOf(platform: 'youtube' | 'facebook'): Promise<Caller & { accessToken: string }> {
  const grant = await picturing.sandbox.grant({ platform });
  const caller = await buildCaller(picturing.app, { connection: { platform }, grant, credits: 5000 });
  return Object.assign(caller, { accessToken: grant.accessToken });
}

/** A user with a channel of the sandbox, whose platform has named this address of its picture. */
export async function userWithChannel(thumbnailUrl: string | null): Promise<UserWithChannel> {
  const user = await buildUser(picturing.app);
  const grant = await picturing.sandbox.grant({ platform: 'youtube' });
  const connect = async (url: string | null) => buildConnection(user, { thumbnailUrl: url }, grant);
  return Object.assign(user, { connect, ...(await connect(thumbnailUrl)) });
}
export type UserWithChannel = Awaited<ReturnType<typeof buildUser>> & {
  connectionId: string;
  /** Connects the channel again. */
  connect: (thumbnailUrl: string | null) => Promise<unknown>;
};

/** The `thumbnailUrl` that the console has for a channel. */
export async function channelAddress({
  call,
  connectionId,
}: Pick<UserWithChannel, 'call' | 'connectionId'>): Promise<string | null> {
  return (await call('GET', `/api/v1/console/connections/${connectionId}`)).body.thumbnailUrl;
}

/** An assignment as the API makes it. */
export async function make(caller: Caller, body: Record<string, unknown>): Promise<string> {
  const answer = await caller.create({ scheduledAt: new Date(Date.now() + 86_400_000).toISOString(), ...body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** The assignment goes live as this post. */
export async function publish(id: string, platformPostId: string): Promise<void> {
  for (const to of ['uploading', 'uploaded', 'processing'] as const) await moveOn(id, { to });
  await moveOn(id, { to: 'published', post: { platformPostId, platformUrl: 'https://post.example/1' } });
}

/** The `thumbnailUrl` that the detail has. */
export async function addressOf(caller: Caller, id: string): Promise<string | null> {
  const { body } = await caller.call('GET', `/api/v1/assignments/${id}`);
  return body.thumbnailUrl;
}

/** What is at an address of the service, asked without a credential. */
export async function at(address: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${picturing.app.url}${pathname}${search}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}

/** The next reading of a picture is due now. */
export async function makeDue(id: string): Promise<void> {
  await picturing.app.database.query('UPDATE pictures SET next_at = now() WHERE id = $1', [id]);
}

/** The hours until the picture is read again; null: it is not. */
export async function hoursLeft(id: string): Promise<number | null> {
  const [row] = await picturing.app.database.query<{ hours: number | null }>(
    'SELECT (extract(epoch FROM next_at - now()) / 3600)::float8 AS hours FROM pictures WHERE id = $1',
    [id],
  );
  return row?.hours ?? null;
}

export const red = pngOf(640, 640, [250, 0, 0]);
export const tall = pngOf(100, 200, [0, 0, 250]);

/** The address at which a host answers so. */
export const serve = (answer: Parameters<typeof picturing.media.serve>[0]): string => picturing.media.serve(answer).url;

/** The width and height of the picture at an address. */
export async function sizeAt(address: string | null): Promise<[number, number]> {
  const { width, height } = imageSize((await at(address!)).bytes);
  return [width, height];
}

/** A round that has nothing to do. */
export const none: PictureCounts = { read: 0, none: 0, later: 0 };

/** Before the test there is no picture, and the sandbox has no fault. */
export async function beginAnew(): Promise<void> {
  await picturing.app.database.query('DELETE FROM pictures');
  await picturing.sandbox.calm();
}
