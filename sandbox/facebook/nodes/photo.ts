import { writeFile } from 'node:fs/promises';
import { imageCommentOf } from '../../media/imageComment';
import { imageTypeOf } from '../../media/imageType';
import { refuse, refuseParameter } from '../errors';
import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import type { NodeType } from '../graph/fields';
import { readFlag, readRequired } from '../graph/params';
import type { Resource, Seen } from '../graph/resource';
import { newObjectId, newPostId } from '../ids';
import { originOf, timeText } from '../present';
import { newPost, putPost, whenLive } from '../publish';
import type { Page, Photo } from '../records';
import { assertText, assertUnused, liveAtOf, markUsed } from './feed';

/** The types that the error for unreadable photos names. */
const photoTypes = ['image/jpeg', 'image/png'];

/** The fields of a photo. */
export const photoType: NodeType<Seen<Photo>> = {
  name: 'Photo',
  fields: {
    id: ({ of }) => of.id,
    name: ({ of }) => (of.caption === '' ? undefined : of.caption),
    alt_text_custom: ({ of }) => (of.altText === '' ? undefined : of.altText),
    created_time: ({ of }) => timeText(of.madeAtMs),
    updated_time: ({ of }) => timeText(of.madeAtMs),
    page_story_id: ({ of }) => of.postId ?? undefined,
    link: ({ of }) => `https://www.facebook.com/photo.php?fbid=${of.id}`,
    images: (seen) => [{ height: 720, width: 720, source: sourceOf(seen) }],
    picture: (seen) => sourceOf(seen),
    from: ({ call, of }) => ({ name: call.context.store.pages.get(of.pageId)?.name, id: of.pageId }),
  },
  defaults: ['created_time', 'name', 'id'],
};

const sourceOf = ({ call, of }: Seen<Photo>) => `${originOf(call)}/facebook/media/${of.id}`;

/** A photo, with or without a post that shows it. */
export const photoResource: Resource<Photo> = {
  type: photoType,
  calls: {
    DELETE: (call, photo) => {
      assertMayPublish(call);
      call.context.store.photos.delete(photo.id);
      return { success: true };
    },
  },
};

/** Takes a photo as multipart `source`: with its own post, or for a later post (`published=false`; reference §5). */
export async function createPhoto(call: GraphCall, page: Page): Promise<object> {
  assertMayPublish(call);
  const { context, params, req } = call;
  if (params.has('url')) throw refuseParameter('This Facebook fetches nothing: send the bytes as source');
  const caption = params.get('message') ?? params.get('caption') ?? '';
  assertText(caption);
  const { bytes, type } = readImage(call);
  const photo: Photo = {
    id: newObjectId(),
    pageId: page.id,
    caption,
    altText: params.get('alt_text_custom') ?? '',
    madeAtMs: context.clock(),
    isTemporary: readFlag(params, 'temporary', false),
    sizeBytes: bytes.length,
    contentType: type,
    comment: imageCommentOf(bytes),
    postId: null,
  };
  const isShown = readFlag(params, 'published', true) || params.has('scheduled_publish_time');
  const draft = newPost(context, {
    id: newPostId(page.id),
    pageId: page.id,
    use: 'photo',
    message: caption,
    mediaIds: [photo.id],
  });
  const liveAtMs = isShown ? liveAtOf(call, draft) : null;
  await writeFile(context.store.mediaFile(photo.id), bytes);
  context.store.photos.put(photo.id, { ...photo, postId: isShown ? draft.id : null });
  if (!isShown) return { id: photo.id };
  putPost(context, req, { ...draft, liveAtMs });
  return { id: photo.id, post_id: draft.id };
}

/** The image of a call. Throws code 324 without an image, code 100 with 1366046 for a wrong size or type. */
function readImage({ context, params }: GraphCall): { bytes: Buffer; type: string } {
  const file = params.file('source');
  if (!file || file.bytes.length === 0) throw refuse('photoMissing');
  const type = imageTypeOf(file.bytes.subarray(0, 32));
  if (type === undefined) throw refuse('photoInvalid');
  const isTooLarge = file.bytes.length > context.settings.read().facebook.photoBytesMax;
  if (isTooLarge || !photoTypes.includes(type)) throw refuse('photoUnreadable');
  return { bytes: file.bytes, type };
}

/** Shows a photo as a story. It must not have been shown before. */
export function createPhotoStory(call: GraphCall, page: Page): object {
  assertMayPublish(call);
  const { context, req, params } = call;
  const photoId = readRequired(params, 'photo_id');
  assertUnused(context, page, photoId);
  const story = newPost(context, { id: newObjectId(), pageId: page.id, use: 'story', mediaIds: [photoId] });
  markUsed(context, photoId, story.id);
  const message = context.store.photos.get(photoId)?.caption ?? '';
  putPost(context, req, { ...story, message, liveAtMs: whenLive(context, context.clock()) });
  return { success: true, post_id: story.id };
}
