import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { sendMedia } from '../http/sendMedia';
import type { Call } from '../Call';
import type { DirectUpload, MediaPart, PlaceInPost } from '../Upload';
import type { PlatformObjects } from '../Publisher';
import type { Operation } from '../http/exchange';
import { readPayload } from './capabilities';
import { graphUrl, proofOf, readGraph, secretsOf } from './http';
import type { FacebookClient } from './http';
import { deleteObject, findObject, Id, takeDown } from './objects';

/**
 * A photo goes to Facebook in one multipart request, unpublished: it is invisible until a post or a story shows it
 * (Graph API reference, Page Photos).
 */
export function photoUpload(client: FacebookClient): DirectUpload {
  return { kind: 'direct', put: (call, part, of) => putPhoto(client, call, part, of && altTextOf(of)) };
}

/** The ids of the photos of a post, in their order. */
export function photosOf({ items }: PlatformObjects): string[] {
  return items.flatMap(({ objectId }) => objectId ?? []);
}

const Attachment = z.object({ type: z.string().optional(), target: Id.optional() });
const Attachments = z.object({
  attachments: z
    .object({
      data: z.array(Attachment.extend({ subattachments: z.object({ data: z.array(Attachment) }).optional() })),
    })
    .optional(),
});
const shown = 'id,attachments{type,target{id},subattachments{type,target{id}}}';

/**
 * Deletes a public post for good, and the photos that it shows before it: Facebook keeps the photos of a post that is deleted.
 * @returns `unseen` for a post that Facebook does not find
 */
export async function takePostDown(client: FacebookClient, call: Call, id: string): Promise<'done' | 'unseen'> {
  const found = await findObject(client, call, id, { fields: shown, schema: Attachments });
  const all = (found?.attachments?.data ?? []).flatMap((one) => [one, ...(one.subattachments?.data ?? [])]);
  const photos = all.flatMap(({ type, target }) => (type === 'photo' && target ? [target.id] : []));
  for (const photo of photos) await deleteObject(client, call, photo);
  return takeDown(client, call, id);
}

/** What the payload says that the photo shows; nothing where it does not. A photo of an image is its only one. */
function altTextOf({ payload, item }: PlaceInPost): string | undefined {
  const { altText, altTexts } = readPayload(payload);
  return [altTexts[item], altText].find((text) => text !== undefined && text !== '');
}

/** @param altText for people who do not see the photo; Facebook takes it with the photo alone (Graph API reference, Page Photos) */
async function putPhoto(client: FacebookClient, call: Call, part: MediaPart, altText?: string): Promise<string> {
  const parameters = {
    published: 'false',
    ...(altText !== undefined && { alt_text_custom: altText }),
    ...proofOf(client, call.accessToken),
  };
  const answer = await sendForm(client, call, `${call.channelId}/photos`, {
    operation: 'facebook.photo.send',
    fields: parameters,
    file: { name: 'source', contentType: part.contentType, lengthBytes: requireSize(part), body: part.body },
  });
  return readGraph(answer, Id, 'the id of the photo').id;
}

interface MultipartForm {
  operation: Operation;
  fields: Readonly<Record<string, string>>;
  file: { name: string; contentType: string; lengthBytes: number; body: MediaPart['body'] };
}

/** Sends a form with one file (RFC 7578), streamed. */
export function sendForm(client: FacebookClient, call: Call, path: string, { operation, fields, file }: MultipartForm) {
  const { accessToken, signal, notAfterMs } = call;
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${partHead(boundary, `name="${name}"`)}\r\n${value}\r\n`,
  );
  const disposition = `name="${file.name}"; filename="media"`;
  const fileHead = `${partHead(boundary, disposition)}Content-Type: ${file.contentType}\r\n\r\n`;
  const head = Buffer.from(parts.join('') + fileHead);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return sendMedia(client, {
    method: 'POST',
    operation,
    url: graphUrl(client, path),
    headers: { authorization: `OAuth ${accessToken}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: enveloped(head, file.body, tail),
    lengthBytes: head.length + file.lengthBytes + tail.length,
    signal,
    notAfterMs,
    secrets: secretsOf(client, accessToken),
  });
}

function partHead(boundary: string, disposition: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
}

async function* enveloped(head: Buffer, body: MediaPart['body'], tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* body;
  yield tail;
}

/** Facebook learns the size before the first byte (contract.md §2). */
export function requireSize({ sizeBytes }: Pick<MediaPart, 'sizeBytes'>): number {
  if (sizeBytes !== null && sizeBytes > 0) return sizeBytes;
  const words =
    sizeBytes === null
      ? {
          seen: 'Facebook needs the size of the media, and its server does not tell it.',
          todo: 'Serve it with a Content-Length.',
        }
      : { seen: 'The media is empty.', todo: 'Send a file with something in it.' };
  throw new PublishFailure('MEDIA_INVALID', words, { transient: false });
}
