import { z } from 'zod';
import { broken, seen } from '../step';
import type { Observation, Step } from '../step';
import type { Post, PublicCreation } from '../../../platforms/Publisher';
import { after, found, lookUntil } from '../Walk';
import { askGraph, callOf, deleteObject, errorIn, findListed, publisherOf } from './FacebookWalk';
import type { FacebookWalk, TestPost } from './FacebookWalk';
import type { Kind } from './kinds';
import { messageOf } from './extraSteps';
import { begin, postOf, remove, seeUploaded } from './seeing';

/** The step of a text is made without the adapter, so that it says what a post lacks. */
const ofText: Step<FacebookWalk> = {
  id: 'facebook.text.direct',
  assumed: 'A post that one call makes is in published_posts with its text, our app and the time of the call.',
  follows: 'After a lost answer FACEBOOK_PUBLISHING=direct cannot tell whether the post is there.',
  restsOn: ['facebook.page-token'],
  isPublic: true,
  cost: { posts: 1 },
  see: async (walk) => seeDirect(walk),
};

/** The step of a kind that has a second way to be published. It rests on no step of the first way, in whose place it comes. */
export function directSteps(kind: Kind): readonly Step<FacebookWalk>[] {
  const { name, text, hasDraft, media } = kind;
  if (name === 'text') return [ofText];
  if (!hasDraft) return [];
  const leads = media().length > 0 ? 'its media lead to it' : 'the lists have it with its text and our app';
  return [
    {
      id: `facebook.${name}.direct`,
      assumed: `One call makes ${text} public, and ${leads}.`,
      follows: 'After a lost answer FACEBOOK_PUBLISHING=direct cannot tell whether the post is there.',
      restsOn: ['facebook.page-token'],
      isPublic: true,
      cost: { posts: 1, drafts: media().length },
      see: async (walk) => seeCreated(walk, kind),
    },
  ];
}

/** A trace belongs to a call that ends within this time. */
const leaseMs = 60_000;

/** Makes a second post in one call, and finds it as after a lost answer. */
async function seeCreated(walk: FacebookWalk, kind: Kind): Promise<Observation> {
  const second = { ...kind, name: `${kind.name}-direct` };
  if (kind.media().length > 0) await seeUploaded(walk, second);
  else begin(walk, second);
  const post = postOf(walk, second);
  const creation = found(publisherOf(walk, kind.type).creation, 'a second way');
  const [call, { objects, payload }] = [callOf(walk), post];
  const traces = await creation.traces(call, payload, leaseMs);
  const look = async (): Promise<Post | null> => foundPost(creation, walk, post, traces);
  const limitMs = kind.isVideo ? walk.times.processingMs : walk.times.lagMs;
  try {
    const made = await creation.create(call, objects, payload, false);
    if (made !== 'accepted') post.post = made;
  } catch (error) {
    // A call without an answer may have made the post all the same: it is noted for its removal.
    const late = await lookUntil(walk, limitMs, look);
    if (late) post.post = late.value;
    throw error;
  }
  const late = await lookUntil(walk, limitMs, look);
  await remove(walk, second, post);
  post.forget();
  return late
    ? seen(`Found ${after(late.afterMs)} as ${late.value.platformPostId}.`)
    : broken('It is not found in time.');
}

async function foundPost(
  creation: PublicCreation,
  walk: FacebookWalk,
  { objects, payload }: TestPost,
  traces: Awaited<ReturnType<PublicCreation['traces']>>,
): Promise<Post | null> {
  const outcome = await creation.outcome(callOf(walk), objects, payload, traces);
  if (outcome.kind === 'live') return outcome.post;
  const [only, another] = outcome.kind === 'candidates' ? outcome.posts : [];
  return only?.isOurs && !another ? only : null;
}

const Direct = z.object({
  message: z.string().default(''),
  created_time: z.string().default(''),
  application: z.object({ id: z.string() }).optional(),
});
/** The clocks of Facebook and of this machine differ by no more. */
const clocksMs = 60_000;

async function seeDirect(walk: FacebookWalk): Promise<Observation> {
  const message = `${messageOf(postOf(walk, { name: 'text' }))} Once more.`;
  const calledAt = Date.now();
  const answer = await askGraph(walk, {
    method: 'POST',
    path: `${callOf(walk).channelId}/feed`,
    parameters: { message },
  });
  const id = z.object({ id: z.string() }).safeParse(answer.body).data?.id;
  if (id === undefined) return broken(`It was refused with ${errorIn(answer.body)}.`);
  const forget = walk.traces.add(`the post ${id}`, async () => deleteObject(walk, id));
  const asked = { fields: 'id,message,created_time,application{id}' };
  const late = await lookUntil(walk, walk.times.lagMs, async () => findListed(walk, 'published_posts', id, asked));
  await deleteObject(walk, id);
  forget();
  if (!late) return broken(`The list lacks it after ${walk.times.lagMs / 1000} s.`);
  const row = Direct.parse(late.value);
  const differenceMs = Math.abs(Date.parse(row.created_time) - calledAt);
  const faults = [
    row.message === message ? [] : 'its text is another one',
    row.application?.id === walk.settings.appId ? [] : `it was made by ${row.application?.id ?? 'nobody'}`,
    differenceMs <= clocksMs ? [] : `its time is ${row.created_time}`,
  ].flat();
  return faults.length === 0
    ? seen(`Listed ${after(late.afterMs)}, with all three.`)
    : broken(`Listed, but ${faults.join(', ')}.`);
}
