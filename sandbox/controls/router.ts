import { Router } from 'express';
import { z } from 'zod';
import { filmOf, PictureName } from '../media/drawnPictures';
import type { Platform } from '../platform';
import type { SettingsStore } from '../settings';
import { StatisticsChange } from '../statistics';
import { BadControl, answerBadControl, parse, readBody } from './body';
import type { Calls } from './calls';
import { FaultRequest } from './faults';
import type { Faults } from './faults';
import type { Later } from './later';
import { PastPosts } from '../pastPosts';
import type { MadePost } from '../pastPosts';

/** The parts of the sandbox that the controls work on. */
export interface Controlled {
  readonly platforms: readonly Platform[];
  /** The folder in which the films of drawn pictures are made. */
  readonly filmFolder: string;
  readonly settings: SettingsStore;
  readonly faults: Faults;
  readonly calls: Calls;
  readonly later: Later;
  /** The faults of mails, which are cleared with the faults of requests. */
  readonly mailFaults: Clearable;
  /** All other memory, which a reset clears. */
  readonly remembered: readonly Clearable[];
}

interface Clearable {
  clear(): void;
}

const ChannelBody = z.strictObject({
  platform: z.string(),
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string().min(1)).min(1).optional(),
  channelId: z.string().optional(),
  tasks: z.array(z.string().min(1)).optional(),
  picture: PictureName.optional(),
});
const CallsQuery = z.object({ since: z.coerce.number().int().nonnegative().default(0) });

/** `/_sandbox/*`, the same on every port (sandbox/README.md). */
export function controlsRouter(controlled: Controlled): Router {
  const { platforms, settings, faults, calls, mailFaults } = controlled;
  const router = Router();
  router
    .route('/faults')
    .get((_req, res) => void res.json({ faults: faults.list() }))
    .post(async (req, res) => {
      const request = await readBody(req, FaultRequest);
      assertKnown(platforms, request);
      res.status(201).json({ id: faults.add(request).id });
    })
    .delete((_req, res) => {
      faults.clear();
      mailFaults.clear();
      res.status(204).end();
    });
  router.get('/calls', (req, res) => void res.json({ calls: calls.since(parse(CallsQuery, req.query).since) }));
  router.get('/state', (_req, res) => void res.json(describeAll(controlled)));
  router.post('/settings', async (req, res) => {
    res.json(settings.change(await readBody(req, settings.changeSchema())));
  });
  router.post('/channels', async (req, res) => {
    const { platform: slug, ...request } = await readBody(req, ChannelBody);
    const grant = findPlatform(platforms, slug, 'platform').createChannel(request);
    if (!grant) throw new BadControl(`there is no channel ${request.channelId}`);
    res.status(201).json(grant);
  });
  router.post('/posts', async (req, res) => {
    res.status(201).json({ posts: await makePosts(controlled, await readBody(req, PastPosts)) });
  });
  router.post('/statistics', async (req, res) => {
    const change = await readBody(req, StatisticsChange);
    const [statistics] = platforms.flatMap((platform) => platform.changeStatistics(change) ?? []);
    if (!statistics) throw new BadControl('there is no such channel, video or post');
    res.json({ statistics });
  });
  router.post('/reset', async (_req, res) => {
    await reset(controlled);
    res.status(204).end();
  });
  router.use(answerBadControl);
  return router;
}

/** The records of each platform, by its slug; of all platforms together; and the settings that the platforms share. */
function describeAll({ platforms, settings }: Controlled): object {
  const states = platforms.map((platform) => ({ slug: platform.slug, state: platform.state() }));
  return {
    platforms: Object.fromEntries(states.map(({ slug, state }) => [slug, state])),
    channels: states.flatMap(({ state }) => state.channels),
    videos: states.flatMap(({ state }) => state.videos),
    posts: states.flatMap(({ state }) => state.posts),
    tokens: states.flatMap(({ state }) => state.tokens),
    uploadSessions: states.flatMap(({ state }) => state.uploadSessions),
    quotas: Object.fromEntries(states.map(({ slug, state }) => [slug, state.quota])),
    settings: settings.all(),
  };
}

/** Throws BadControl for a platform whose posts a control cannot make, and for an unknown channel. */
async function makePosts(
  { platforms, filmFolder }: Controlled,
  { platform: slug, channelId, posts }: z.infer<typeof PastPosts>,
): Promise<MadePost[]> {
  const platform = findPlatform(platforms, slug, 'platform');
  const made: MadePost[] = [];
  for (const post of posts) {
    const one = await platform.makePast?.(channelId, post, filmOf(post.pictures[0] ?? 'quay', filmFolder));
    if (!one) throw new BadControl(`${slug} has no channel ${channelId} whose posts could be made`);
    made.push(one);
  }
  return made;
}

async function reset(controlled: Controlled): Promise<void> {
  const { platforms, settings, faults, calls, later, mailFaults, remembered } = controlled;
  later.forget();
  faults.clear();
  calls.clear();
  mailFaults.clear();
  for (const one of remembered) one.clear();
  settings.reset();
  await Promise.all(platforms.map((platform) => platform.reset()));
}

/** Throws BadControl for an unknown platform, and for an error that no struck platform documents. */
function assertKnown(platforms: readonly Platform[], { on, do: action }: FaultRequest): void {
  const struck = on.platform === undefined ? platforms : [findPlatform(platforms, on.platform, 'on.platform')];
  if (!('error' in action)) return;
  const names = new Set(struck.flatMap(({ errors }) => [...errors.keys()]));
  if (!names.has(action.error)) throw new BadControl(`do.error must be one of: ${[...names].join(', ')}`);
}

/** Throws BadControl for a slug that no platform has. */
function findPlatform(platforms: readonly Platform[], slug: string, field: string): Platform {
  const platform = platforms.find((one) => one.slug === slug);
  if (platform) return platform;
  throw new BadControl(`${field} must be one of: ${platforms.map((one) => one.slug).join(', ')}`);
}
