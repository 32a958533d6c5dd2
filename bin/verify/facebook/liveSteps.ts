import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Payload } from '../../../domain/payload/payload';
import { declined } from '../grants';
import { broken, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { callOf, publisherOf, readObject } from './FacebookWalk';
import type { FacebookWalk } from './FacebookWalk';
import type { Kind } from './kinds';
import { postOf } from './seeing';

/** The steps of one kind while its post is public, beside the steps of `extraSteps.ts`. A story cannot be changed, and takes no comment. */
export function liveSteps(kind: Kind): readonly Step<FacebookWalk>[] {
  const { name, text, type, media } = kind;
  const shared = { restsOn: [`facebook.${name}.publish`], isPublic: true };
  const changes: readonly Step<FacebookWalk>[] = [
    {
      ...shared,
      id: `facebook.${name}.change`,
      assumed: `The words of ${text} that is public can be changed.`,
      follows: 'Updates of published posts fail: see updatePost and updateVideo in platforms/facebook.',
      see: async (walk) => seeChanged(walk, kind),
    },
    {
      ...shared,
      id: `facebook.${name}.comment`,
      assumed: `The page comments on ${text} of its own, and the list has the comment with its text and page.`,
      follows:
        'First comments end in warnings: see platforms/facebook/comments, and permissions for comments in App Review.',
      see: async (walk) => seeComment(walk, kind),
    },
  ];
  const pictures: readonly Step<FacebookWalk>[] = [
    {
      ...shared,
      id: `facebook.${name}.picture`,
      assumed: `The address of a picture of ${text} is told.`,
      follows: 'Posts are shown without pictures: see platforms/facebook/pictures.',
      see: async (walk) => seePicture(walk, kind),
    },
  ];
  return [
    ...(type === 'story' ? [] : changes),
    // The page that a link leads to may have none.
    ...(media().length > 0 ? pictures : []),
    {
      ...shared,
      id: `facebook.${name}.numbers`,
      assumed: `The counters of ${text} are told, and no metric of it is refused.`,
      follows: 'Statistics stay 0: see platforms/facebook/stats.ts.',
      see: async (walk) => seeNumbers(walk, kind),
    },
  ];
}

/** The step about the numbers of the page. */
export const pageSteps: readonly Step<FacebookWalk>[] = [
  {
    id: 'facebook.page.numbers',
    assumed: 'The followers and posts of the page are told, and the metric of its views is not refused.',
    follows: 'Statistics of channels are empty: see platforms/facebook/stats.ts.',
    restsOn: ['facebook.page-token'],
    see: async (walk) => seePageNumbers(walk),
  },
];

function publicIdOf(walk: FacebookWalk, kind: Kind): string {
  return found(postOf(walk, kind).post, 'a public post').platformPostId;
}

const Texts = z.object({
  message: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
});

async function seeChanged(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const post = postOf(walk, kind);
  const id = publicIdOf(walk, kind);
  const { message, title, description } = Texts.parse(post.payload);
  const texts = kind.isVideo
    ? { ...(title !== undefined && { title: `${title}, changed` }), description: `${description} Changed.` }
    : { message: `${message} Changed.` };
  const next: Payload = { ...post.payload, ...texts };
  await publisherOf(walk, kind.type).update?.(callOf(walk), id, next);
  post.payload = next;
  const late = await lookUntil(walk, walk.times.lagMs, async () => {
    const read = await readObject(walk, id, Object.keys(texts).join(','), z.record(z.string(), z.unknown()));
    return Object.entries(texts).every(([name, value]) => read?.[name] === value) ? true : null;
  });
  if (!late) return broken(`The old text is read after ${walk.times.lagMs / 1000} s.`);
  return seen(`The new ${Object.keys(texts).join(' and ')} was read ${after(late.afterMs)}.`);
}

async function seeComment(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const lacking = declined(walk.platform, found(walk.page, 'a page'), 'comments');
  if (lacking) return lacking;
  const comment = found(publisherOf(walk, kind.type).extras?.comment, 'comments');
  const [call, id] = [callOf(walk), publicIdOf(walk, kind)];
  const text = `Verification ${randomBytes(4).toString('hex')}, please ignore: it is removed at once.`;
  if (await comment.find(call, id, text)) return broken('A comment is found that nobody has made.');
  const made = await comment.add(call, id, text);
  const late = await lookUntil(walk, walk.times.lagMs, async () => comment.find(call, id, text));
  if (!late) return broken(`The list lacks it after ${walk.times.lagMs / 1000} s.`);
  return late.value === made
    ? seen(`Listed ${after(late.afterMs)}.`)
    : broken('Another comment of this text is found.');
}

async function seePicture(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const id = publicIdOf(walk, kind);
  const pictures = found(walk.platform.pictures, 'pictures');
  const late = await lookUntil(
    walk,
    walk.times.lagMs,
    async () => (await pictures.read(callOf(walk), [id])).get(id) ?? null,
  );
  return late ? seen(`Told ${after(late.afterMs)}, at ${new URL(late.value).host}.`) : broken('None is told.');
}

async function seeNumbers(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const lacking = declined(walk.platform, found(walk.page, 'a page'), 'insights');
  if (lacking) return lacking;
  const id = publicIdOf(walk, kind);
  const before = walk.answers.all().length;
  const figures = (await found(walk.platform.stats.posts, 'figures').read(callOf(walk), [id])).get(id);
  if (!figures) return broken('The post is not found.');
  const refused = refusedMetrics(walk, before);
  if (refused.length > 0) return broken(`It refuses ${refused.join(', ')}.`);
  const { views, likes, comments, reach } = figures;
  return seen(`Views ${views}, likes ${likes}, comments ${comments}, reach ${reach ?? 'not told'}.`);
}

async function seePageNumbers(walk: FacebookWalk): Promise<Observation> {
  const lacking = declined(walk.platform, found(walk.page, 'a page'), 'insights');
  if (lacking) return lacking;
  const before = walk.answers.all().length;
  const { subscribers, totalViews, totalPosts } = await walk.platform.stats.channel(callOf(walk));
  const refused = refusedMetrics(walk, before);
  if (refused.length > 0) return broken(`It refuses ${refused.join(', ')}.`);
  if (subscribers === null || totalPosts === null) return broken('It tells no followers, or no number of posts.');
  // Facebook counts the views of pages with enough followers only (Page Insights).
  return seen(`Followers ${subscribers}, posts ${totalPosts}, views ${totalViews ?? 'not told'}.`);
}

/** The metrics that Facebook has refused since; the adapter takes them for numbers that are not known. */
function refusedMetrics({ answers }: FacebookWalk, since: number): string[] {
  const refused = answers
    .all()
    .slice(since)
    .filter(({ url, status }) => status >= 300 && isOfInsights(url));
  return [...new Set(refused.map(({ url }) => new URL(url).searchParams.get('metric') ?? 'a metric'))];
}

function isOfInsights(url: string): boolean {
  return new URL(url).pathname.endsWith('/insights');
}
