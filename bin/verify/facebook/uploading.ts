import { mp4 } from '../../../domain/mediaType';
import type { PlatformObject, Publisher } from '../../../platforms/Publisher';
import type { PlaceInPost, ResumableUpload } from '../../../platforms/Upload';
import { sendCut, sendRest } from '../cutUpload';
import { piecesOf } from '../media/samples';
import type { Sample } from '../media/samples';
import { callOf } from './FacebookWalk';
import type { FacebookWalk } from './FacebookWalk';

/** An uploaded file, and the observations of its upload, in words. */
export interface UploadedFile {
  readonly object: PlatformObject;
  readonly words: string;
}

/** Uploads a file as the adapter does, unpublished. A video is cut on its way, and goes on where Facebook says. */
export async function upload(
  walk: FacebookWalk,
  { upload: way }: Publisher,
  sample: Sample,
  note: (object: PlatformObject) => void,
  of?: PlaceInPost,
): Promise<UploadedFile> {
  if (way === undefined) throw new Error('a post without media');
  const isVideo = sample.contentType === mp4;
  const resumable = way.kind === 'byMedia' ? way.video : way.kind === 'resumable' ? way : undefined;
  const direct = way.kind === 'byMedia' ? way.image : way.kind === 'direct' ? way : undefined;
  if (isVideo && resumable) return uploadCut(walk, resumable, sample, note);
  if (isVideo || !direct) throw new Error('the adapter takes the file in no way that is known');
  const { bytes, contentType } = sample;
  const media = { contentType, sizeBytes: bytes.length, offset: 0, body: piecesOf(bytes) };
  const object = { session: null, objectId: await direct.put(callOf(walk), media, of) };
  note(object);
  return { object, words: `The photo is ${object.objectId}.` };
}

async function uploadCut(
  walk: FacebookWalk,
  way: ResumableUpload,
  { bytes, contentType }: Sample,
  note: (object: PlatformObject) => void,
): Promise<UploadedFile> {
  const sizeBytes = bytes.length;
  const session = await way.open(callOf(walk), {}, { contentType, sizeBytes });
  note({ session, objectId: null });
  const begun = { way, call: callOf(walk), session, sample: { bytes, contentType } };
  const cutAt = Math.floor(sizeBytes * 0.9);
  const asked = await sendCut(begun, cutAt);
  if (asked.kind !== 'open') throw new Error(`After a cut, the upload is ${asked.kind}.`);
  if (asked.nextOffset > cutAt) throw new Error(`Of ${cutAt} bytes that were sent it has ${asked.nextOffset}.`);
  const { state, from } = await sendRest(begun);
  if (state.kind !== 'complete') throw new Error(`After the last byte, the upload is ${state.kind}.`);
  const object = { session, objectId: state.objectId };
  note(object);
  return { object, words: `Cut after ${cutAt} bytes, it went on at ${from}, and is ${state.objectId}.` };
}
