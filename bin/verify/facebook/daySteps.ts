import { z } from 'zod';
import type { PlatformObjects } from '../../../platforms/Publisher';
import type { ResumeState } from '../keeping';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { found, Interruption } from '../Walk';
import { callOf, deleteObject, publisherOf, readObject } from './FacebookWalk';
import type { FacebookWalk } from './FacebookWalk';
import { picture } from '../media/samples';
import { upload } from './uploading';

/** The step that leaves a photo and a draft for another day, and the steps of that day. */
export const daySteps: readonly Step<FacebookWalk>[] = [
  {
    id: 'facebook.day.begin',
    assumed: 'An unpublished photo and an unpublished post can be made and left; nobody sees them.',
    follows: 'Posts cannot be prepared ahead: see the two steps of the draft and of the photo.',
    restsOn: ['facebook.text.draft', 'facebook.image.upload'],
    cost: { drafts: 2 },
    see: async (walk) => seeBegun(walk),
  },
  {
    id: 'facebook.day.photo',
    assumed: 'An unpublished photo stays for 24 hours; then Facebook may delete it.',
    follows: 'Prepared photos are lost before their time: see preparedLifeMs of platforms/facebook.',
    restsOn: ['facebook.page-token'],
    needsDay: true,
    see: async (walk) => seeAged(walk, 'photo', 'Facebook has deleted it, as its page says.'),
  },
  {
    id: 'facebook.day.draft',
    assumed: 'An unpublished post stays for more than a day.',
    follows: 'Prepared posts are lost before their time: see preparedLifeMs of platforms/facebook.',
    restsOn: ['facebook.page-token'],
    needsDay: true,
    see: async (walk) => seeAged(walk, 'draft', null),
  },
];

const none: PlatformObjects = { items: [], draftId: null };

async function seeBegun(walk: FacebookWalk): Promise<Observation> {
  const { id: channelId } = found(walk.page, 'a page');
  const { earlier, clock } = walk;
  for (const thing of [earlier?.photo, earlier?.draft]) if (thing) await deleteObject(walk, thing.id);
  const madeAt = clock().toISOString();
  const { object } = await upload(walk, publisherOf(walk, 'image'), picture(), () => undefined);
  const photo = found(object.objectId, 'a photo');
  const forgetPhoto = walk.traces.add(`the photo ${photo}`, async () => deleteObject(walk, photo));
  const message = `Verification of ${madeAt}, please ignore.`;
  const draft = found(await publisherOf(walk, 'text').stage(callOf(walk), none, { message }), 'a draft');
  const forgetDraft = walk.traces.add(`the draft ${draft}`, async () => deleteObject(walk, draft));
  if (walk.interrupted.aborted) throw new Interruption();
  walk.keep({ channelId, photo: { id: photo, madeAt }, draft: { id: draft, madeAt } });
  forgetPhoto();
  forgetDraft();
  return seen(`The photo ${photo} and the draft ${draft} are left.`, 'Run again with --resume after 25 hours.');
}

const hourMs = 3_600_000;
const promisedMs = 24 * hourMs;
const dueMs = 25 * hourMs;

/** @param whenGone the sight of an object that is gone after the time that is promised; null: it must be there */
async function seeAged(walk: FacebookWalk, name: 'photo' | 'draft', whenGone: string | null): Promise<Observation> {
  const kept = found<ResumeState>(walk.earlier, 'an earlier walk');
  const thing = kept[name];
  if (!thing) return notSeen('The first walk has left none.', 'Walk again from the start.');
  if (kept.channelId !== walk.page?.id)
    return notSeen(`It was left on ${kept.channelId}.`, `Choose that page, or name it with --channel.`);
  const ageMs = walk.clock().getTime() - Date.parse(thing.madeAt);
  const hours = Math.floor(ageMs / hourMs);
  const isThere = (await readObject(walk, thing.id, 'id', z.object({ id: z.string() }))) !== null;
  if (!isThere) {
    const isAllowed = whenGone !== null && ageMs >= promisedMs;
    return isAllowed ? seen(`After ${hours} hours: ${whenGone}`) : broken(`It is gone after ${hours} hours.`);
  }
  if (ageMs < dueMs) {
    const dueAt = new Date(Date.parse(thing.madeAt) + dueMs).toISOString();
    return notSeen(`It is there after ${hours} hours.`, `Run it again after ${dueAt}.`);
  }
  await deleteObject(walk, thing.id);
  return seen(`It was there after ${hours} hours.`);
}
