import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { startApp } from '../../support/callers/app';
import type { TestApp } from '../../support/callers/app';
import { makePng } from '../../support/media/mediaFiles';
import { startMediaSource } from '../../support/servers/mediaSource';
import { startOperating } from '../../support/runs/operating';
import { useSandbox } from '../../support/servers/sandbox';
import type { Json } from '../../support/servers/sandbox';
import { use, useEach } from '../../support/use';

export const payload = { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false };
export const png = makePng(640, 360);

/** A published video without extras, another one for each test; the sandbox is its platform. */
export function usePublishedVideo() {
  const sandbox = useSandbox();
  const media = use(async () => startMediaSource());
  const app = use(async () =>
    startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${media.port}`) }, { platformUrl: sandbox.url }),
  );
  return { sandbox, media, app, post: useEach(async () => publish(app, sandbox)) };
}

async function publish(app: TestApp, sandbox: ReturnType<typeof useSandbox>) {
  const grant = await sandbox.grant({ scopes: ['youtube', 'youtube.force-ssl'] });
  const one = await startOperating(app, { credits: 30, grant });
  const videoId = await sandbox.upload(grant.accessToken, {
    snippet: { title: payload.title },
    status: { privacyStatus: 'private', selfDeclaredMadeForKids: false },
  });
  const id = await one.make('published', { platformPostId: videoId });
  await app.database.query('UPDATE assignments SET platform_post_id = $2 WHERE id = $1', [id, videoId]);
  app.forget();
  const callsSince = async (seq: number): Promise<Json[]> =>
    (await sandbox.control('GET', `/calls?since=${seq}`)).body.calls;
  const seq = (await callsSince(0)).at(-1)?.seq ?? 0;
  return {
    ...one,
    grant,
    id,
    videoId,
    /** The calls that the platform has had since it was published. */
    calls: async () => callsSince(seq),
    update: async (change: object) =>
      one.call('PATCH', `/api/v1/assignments/${id}`, { body: { updatePublished: true, payload: change } }),
    detail: async () => (await one.call('GET', `/api/v1/assignments/${id}`)).body,
    video: async () => (await sandbox.stateOf('youtube')).videos.find((found: Json) => found.id === videoId),
    fault: async (on: object, action: object) => sandbox.control('POST', '/faults', { on, do: action }),
  };
}
