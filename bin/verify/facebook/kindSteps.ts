import type { Step } from '../step';
import { directSteps } from './directSteps';
import { afterPublishing, beforePublishing } from './extraSteps';
import type { FacebookWalk } from './FacebookWalk';
import type { Kind } from './kinds';
import { liveSteps } from './liveSteps';
import { seeDeleted, seeDraft, seePublished, seeUploaded } from './seeing';

/** The steps of one kind of post: its media, its draft, its publication and its removal. */
export function kindSteps(kind: Kind): readonly Step<FacebookWalk>[] {
  const { name, text, hasDraft, isVideo, media } = kind;
  const hasMedia = media().length > 0;
  const id = (act: string): string => `facebook.${name}.${act}`;
  const base = hasDraft ? id('draft') : id('upload');
  const uploadStep: Step<FacebookWalk> = {
    id: id('upload'),
    assumed: isVideo
      ? `The file of ${text} is taken, and nobody sees it; after a cut the upload goes on where it was.`
      : `Each photo of ${text} is taken unpublished.`,
    follows: `Posts of ${text} fail: see photos.ts, chunkedUpload.ts and rupload.ts in platforms/facebook.`,
    restsOn: ['facebook.page-token'],
    cost: { drafts: media().length },
    see: async (walk) => seeUploaded(walk, kind),
  };
  const draftStep: Step<FacebookWalk> = {
    id: id('draft'),
    assumed: `${capital(text)} is made unpublished, and is read as not published.`,
    follows: 'Use FACEBOOK_PUBLISHING=direct: this way of publishing rests on it.',
    restsOn: [hasMedia ? id('upload') : 'facebook.page-token'],
    cost: { drafts: 1 },
    see: async (walk) => seeDraft(walk, kind),
  };
  const publishStep: Step<FacebookWalk> = {
    id: id('publish'),
    assumed: hasDraft
      ? `The second call makes ${text} public under the id of its draft.`
      : `The call that names the uploaded file makes ${text} public.`,
    follows: hasDraft
      ? 'Use FACEBOOK_PUBLISHING=direct: a draft cannot be made public in this way.'
      : `Posts of ${text} fail: see finished.ts and storyPublisher.ts in platforms/facebook.`,
    restsOn: [base],
    isPublic: true,
    cost: { posts: 1 },
    see: async (walk) => seePublished(walk, kind),
  };
  const deleteStep: Step<FacebookWalk> = {
    id: id('delete'),
    assumed: `${capital(text)} can be removed${hasMedia ? ' with its media' : ''}, and is read no more.`,
    follows:
      'Take-downs and the clean-up leave things on the page: see objects.ts and photos.ts in platforms/facebook.',
    restsOn: [base],
    see: async (walk) => seeDeleted(walk, kind),
  };
  const making = [...(hasMedia ? [uploadStep] : []), ...(hasDraft ? [draftStep] : [])];
  const [before, behind] = [beforePublishing[name] ?? [], afterPublishing[name] ?? []];
  return [...making, ...before, publishStep, ...behind, ...liveSteps(kind), deleteStep, ...directSteps(kind)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
