import { z } from 'zod';
import type { Payload } from '../../../domain/payload/payload';
import { broken, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { askGraph, callOf, deleteObject, errorIn, findListed, publisherOf, readObject } from './FacebookWalk';
import type { FacebookWalk } from './FacebookWalk';
import { altText } from './kinds';
import { postOf } from './seeing';

type Steps = readonly Step<FacebookWalk>[];

const text = { name: 'text' };
const image = { name: 'image' };
const video = { name: 'video' };

/** Steps of one kind while its post is a draft, by the name of the kind. */
export const beforePublishing: Readonly<Record<string, Steps>> = {
  text: [
    {
      id: 'facebook.text.edit',
      assumed: 'The message of an unpublished post can be changed.',
      follows: 'Edits of prepared posts are lost: see stagePost in platforms/facebook/posts.ts.',
      restsOn: ['facebook.text.draft'],
      see: async (walk) => seeEdited(walk),
    },
    {
      id: 'facebook.text.countries',
      assumed: 'An unpublished post can be limited to countries.',
      follows: 'Posts are shown in all countries, or not at all: see parametersOf in platforms/facebook/posts.ts.',
      restsOn: ['facebook.text.draft'],
      cost: { drafts: 1 },
      see: async (walk) => seeCountries(walk),
    },
    {
      id: 'facebook.text.draft-list',
      assumed: 'promotable_posts lists the draft, with its time, and our app as the one that made it.',
      follows: 'A draft whose id was lost is not found again: see platforms/facebook/lostDrafts.ts.',
      restsOn: ['facebook.text.draft'],
      see: async (walk) => seeDraftListed(walk),
    },
  ],
  image: [
    {
      id: 'facebook.image.alt-text',
      assumed: 'A photo has the alternative text that was sent with it.',
      follows: 'Alternative texts are lost: see putPhoto in platforms/facebook/photos.ts.',
      restsOn: ['facebook.image.upload'],
      see: async (walk) => seeAltText(walk),
    },
    {
      id: 'facebook.image.names-post',
      assumed: 'page_story_id of an attached photo names the post that shows it.',
      follows: 'A lost draft is not adopted: see findDraftOf in platforms/facebook/posts.ts.',
      restsOn: ['facebook.image.draft'],
      see: async (walk) => seeNamed(walk),
    },
    {
      id: 'facebook.image.once',
      assumed: 'A photo that a post shows is refused for a second post, with subcode 1366051.',
      follows: 'A repeated call would make a second post: see createPost in platforms/facebook/posts.ts.',
      restsOn: ['facebook.image.draft'],
      see: async (walk) => seeUsedOnce(walk),
    },
  ],
  video: [
    {
      id: 'facebook.video.title',
      assumed: 'The title of an unpublished video is changed by the parameter name.',
      follows: 'The old title goes live: see stageVideo in platforms/facebook/videoPublisher.ts.',
      restsOn: ['facebook.video.draft'],
      see: async (walk) => seeTitle(walk),
    },
  ],
};

/** Steps of one kind while its post is public, by the name of the kind. */
export const afterPublishing: Readonly<Record<string, Steps>> = {
  text: [
    {
      id: 'facebook.text.listed',
      assumed: 'published_posts has the post within two minutes.',
      follows: 'FACEBOOK_PUBLISHING=direct finds no post after a lost answer: assignments end in OUTCOME_UNKNOWN.',
      restsOn: ['facebook.text.publish'],
      isPublic: true,
      see: async (walk) => seeListed(walk),
    },
    {
      id: 'facebook.text.duplicate',
      assumed: 'A second post of the same text is taken, or refused with code 506, and with no other.',
      follows: 'Repeated texts get the wrong error: see rules.ts in platforms/facebook.',
      restsOn: ['facebook.text.publish'],
      isPublic: true,
      cost: { posts: 1 },
      see: async (walk) => seeDuplicate(walk),
    },
  ],
};

/** The text of a post. */
export function messageOf({ payload: { message } }: { payload: Payload }): string {
  return typeof message === 'string' ? message : '';
}

async function seeEdited(walk: FacebookWalk): Promise<Observation> {
  const post = postOf(walk, text);
  const id = found(post.objects.draftId, 'a draft');
  const next: Payload = { message: `${messageOf(post)} Changed.` };
  await publisherOf(walk, 'text').stage(callOf(walk), post.objects, next);
  post.payload = next;
  const schema = z.object({ message: z.string(), is_published: z.boolean() });
  const read = await readObject(walk, id, 'message,is_published', schema);
  if (read === null || read.message !== next['message']) return broken('The old message is read.');
  return read.is_published ? broken('The edit has published it.') : seen('The new message is read.');
}

const countries = ['DE', 'FR'];
const Targeted = z.object({ targeting: z.object({ geo_locations: z.object({ countries: z.array(z.string()) }) }) });

async function seeCountries(walk: FacebookWalk): Promise<Observation> {
  const payload = { message: `${messageOf(postOf(walk, text))} Elsewhere.`, countries };
  const id = found(
    await publisherOf(walk, 'text').stage(callOf(walk), { items: [], draftId: null }, payload),
    'a draft',
  );
  const forget = walk.traces.add(`the draft ${id}`, async () => deleteObject(walk, id));
  const read = await readObject(walk, id, 'targeting', Targeted);
  await deleteObject(walk, id);
  forget();
  const told = read?.targeting.geo_locations.countries ?? [];
  const words = `It is shown in ${told.length === 0 ? 'all countries' : told.join(', ')}.`;
  return told.toSorted().join() === countries.join() ? seen(words) : broken(words);
}

async function seeAltText(walk: FacebookWalk): Promise<Observation> {
  const photo = found(postOf(walk, image).objects.items[0]?.objectId, 'a photo');
  const read = await readObject(walk, photo, 'alt_text_custom', z.object({ alt_text_custom: z.string().optional() }));
  return read?.alt_text_custom === altText ? seen('It has.') : broken('It has none, or another one.');
}

const Promotable = z.object({
  created_time: z.string().optional(),
  application: z.object({ id: z.string() }).optional(),
  is_published: z.boolean().optional(),
});

async function seeDraftListed(walk: FacebookWalk): Promise<Observation> {
  const id = found(postOf(walk, text).objects.draftId, 'a draft');
  const asked = { is_published: 'false', fields: 'id,created_time,is_published,application{id}' };
  const late = await lookUntil(walk, walk.times.lagMs, async () => findListed(walk, 'promotable_posts', id, asked));
  if (!late) return broken(`The list lacks it after ${walk.times.lagMs / 1000} s.`);
  const { application, created_time: time, is_published: isPublished } = Promotable.parse(late.value);
  const isOurs = application?.id === walk.settings.appId;
  const isTimed = time !== undefined && !Number.isNaN(Date.parse(time));
  const words = `Listed ${after(late.afterMs)}; made by ${isOurs ? 'our app' : (application?.id ?? 'nobody')}.`;
  return isOurs && isTimed && isPublished === false ? seen(words) : broken(words);
}

async function seeNamed(walk: FacebookWalk): Promise<Observation> {
  const { objects } = postOf(walk, image);
  const photo = found(objects.items[0]?.objectId, 'a photo');
  const schema = z.object({ page_story_id: z.string().optional() });
  const named = (await readObject(walk, photo, 'page_story_id', schema))?.page_story_id;
  if (named === objects.draftId) return seen(`It names ${named}.`);
  return broken(named === undefined ? 'It names none.' : `It names ${named}, and the post is ${objects.draftId}.`);
}

const alreadyShown = '1366051';
const Made = z.object({ id: z.string() });

async function seeUsedOnce(walk: FacebookWalk): Promise<Observation> {
  const { objects } = postOf(walk, image);
  const photo = found(objects.items[0]?.objectId, 'a photo');
  const parameters = { published: 'false', attached_media: JSON.stringify([{ media_fbid: photo }]) };
  const answer = await askGraph(walk, { method: 'POST', path: `${callOf(walk).channelId}/feed`, parameters });
  const second = Made.safeParse(answer.body).data?.id;
  if (second !== undefined) {
    walk.traces.add(`the second post ${second} of one photo`, async () => deleteObject(walk, second));
    return broken('It was taken for a second post.');
  }
  const error = errorIn(answer.body);
  const words = `It was refused with ${error}.`;
  return error?.endsWith(`/${alreadyShown}`) ? seen(words) : broken(words);
}

async function seeTitle(walk: FacebookWalk): Promise<Observation> {
  const { objects } = postOf(walk, video);
  const id = found(objects.items[0]?.objectId, 'a video');
  const isTaken = async (parameter: 'name' | 'title'): Promise<boolean> => {
    const wanted = `Changed by ${parameter}`;
    await askGraph(walk, { method: 'POST', path: id, parameters: { [parameter]: wanted } });
    return (await readObject(walk, id, 'title', z.object({ title: z.string().default('') })))?.title === wanted;
  };
  const [byTitle, byName] = [await isTaken('title'), await isTaken('name')];
  const words = `name changes it: ${yesOrNo(byName)}; title changes it: ${yesOrNo(byTitle)}.`;
  return byName ? seen(words) : broken(words);
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

async function seeListed(walk: FacebookWalk): Promise<Observation> {
  const { platformPostId: id } = found(postOf(walk, text).post, 'a public post');
  const late = await lookUntil(walk, walk.times.lagMs, async () => findListed(walk, 'published_posts', id));
  if (!late) return broken(`The list lacks it after ${walk.times.lagMs / 1000} s.`);
  const isInFeed = (await findListed(walk, 'feed', id)) !== null;
  return seen(`Listed ${after(late.afterMs)}; the feed has it ${isInFeed ? 'too' : 'not yet'}.`);
}

const duplicate = '506';

async function seeDuplicate(walk: FacebookWalk): Promise<Observation> {
  const parameters = { message: messageOf(postOf(walk, text)) };
  const answer = await askGraph(walk, { method: 'POST', path: `${callOf(walk).channelId}/feed`, parameters });
  const second = Made.safeParse(answer.body).data?.id;
  if (second !== undefined) {
    const forget = walk.traces.add(`the second post ${second} of one text`, async () => deleteObject(walk, second));
    await deleteObject(walk, second);
    forget();
    return seen('It was taken, and is another post.');
  }
  const error = errorIn(answer.body);
  const words = `It was refused with ${error}.`;
  return error?.split('/')[0] === duplicate ? seen(words) : broken(words);
}
