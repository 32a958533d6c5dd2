import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { draw } from '../../support/counts';
import { useDeployment } from '../../support/runs/deployment';
import { film } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service } from '../consoleReader';
import { handOf } from './hand';
import type { HandKind } from './hand';
import { tasks } from './tasks';
import type { TaskStage } from './tasks';

const deployment = useDeployment({ BASE_URL: consoleUrl, CONSOLE_URL: consoleUrl });
const api = use(async () => {
  const started = await deployment.up('api');
  return { ...(await started.ready()), stop: async () => void (await started.end('SIGKILL')) };
});
use(async () => {
  const worker = await deployment.up('worker');
  return { stop: async () => void (await worker.end('SIGKILL')) };
});
const chromium = use(async () => launchChromium({ [service]: new URL(api.url).host }));
const stopping = useStopping();

const dayMs = 86_400_000;
const limitMs = 240_000;
const file = { name: 'coast.mp4', mimeType: 'video/mp4', buffer: film };
/** The last second of this day, or soon. */
const todayMs = (): number => Math.min(Date.now() + dayMs / 24, Math.ceil((Date.now() + 1) / dayMs) * dayMs - 1000);

interface Wanted {
  title: string;
  status: string;
  mediaUrl: string;
  atMs?: number;
}

/** A post in this status. @returns its id */
async function make({ call }: BuiltUser, connectionId: string, { title, status, mediaUrl, atMs }: Wanted) {
  const scheduledAt = atMs === undefined ? {} : { scheduledAt: new Date(atMs).toISOString() };
  const body = { connectionId, type: 'video', mediaUrl, payload: { title }, ...scheduledAt };
  const { body: made } = await call('POST', '/api/v1/console/assignments', { body });
  await until(async () => (await call('GET', `/api/v1/console/assignments/${made.id}`)).body.status === status);
  return made.id as string;
}

/** Somebody with two channels, and posts in all that can become of them. */
async function setStage(): Promise<{ user: BuiltUser; stage: TaskStage }> {
  const user = await buildUser({ url: api.url, database: deployment.database });
  const channels = ['Harbour News', 'Harbour Sports'] as const;
  const ids: string[] = [];
  for (const name of channels)
    ids.push((await buildConnection(user, { name }, await deployment.sandbox.grant())).connectionId);
  let isThere = false;
  const media = deployment.media.serve(() => (isThere ? { bytes: film } : { status: 404 }));
  const { url: mediaUrl } = deployment.media.serve({ bytes: film });
  const post = async (title: string, status: string, atMs?: number) =>
    make(user, ids[0]!, { title, status, mediaUrl, ...(atMs !== undefined && { atMs }) });
  const stage = {
    film: file,
    channels,
    failed: 'The boat that sank',
    today: 'Tide table of today',
    planned: 'The regatta begins',
    live: 'Gulls over the pier',
    liveId: await post('Gulls over the pier', 'published'),
    plannedId: await post('The regatta begins', 'pending', Date.now() + 2 * dayMs),
  };
  await post(stage.today, 'pending', todayMs());
  await make(user, ids[0]!, { title: stage.failed, status: 'failed', mediaUrl: media.url });
  isThere = true;
  return { user, stage };
}

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const ways = windows.flatMap((viewport) =>
  (['mouse', 'keyboard'] as const).map((kind): [number, HandKind, typeof viewport] => [viewport.width, kind, viewport]),
);

it.each(draw(ways, 1))(
  'at %d pixels, with the %s alone, each task takes no more steps than it may',
  async (width, kind, viewport) => {
    const { user, stage } = await setStage();
    const lines: string[] = [];
    const late: string[] = [];
    for (const { name, stepsMax, from, play } of tasks) {
      const { context, page } = await openConsole(chromium, user, { viewport });
      stopping(context);
      await page.goto(`${consoleUrl}${from(stage)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const hand = handOf(page, kind);
      const beganMs = performance.now();
      await play(hand, stage);
      const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
      lines.push(`  ${String(hand.steps()).padStart(2)} of ${stepsMax} steps, ${seconds.padStart(4)} s  ${name}`);
      if (hand.steps() > stepsMax) late.push(name);
      await context.close();
    }
    process.stdout.write(`${width} pixels, ${kind}:\n${lines.join('\n')}\n`);
    expect(late).toEqual([]);
  },
  limitMs,
);
