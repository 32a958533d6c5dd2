import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { sendMedia } from '../../../platforms/http/sendMedia';
import type { Call } from '../../../platforms/Call';
import type { DirectUpload, MediaPart, ResumableUpload, UploadState } from '../../../platforms/Upload';
import { callApi, readJson, requireSuccess, urlOf } from './http';
import type { ToyClient } from './http';

const Made = z.object({ id: z.string() });
const Progress = z.object({ received: z.number(), media: z.string().nullable() });

/** A photo: one request takes it whole. */
export function photoUpload(client: ToyClient): DirectUpload {
  return {
    kind: 'direct',
    put: async (call, part) =>
      readJson(await send(client, call, photo, urlOf(client, 'photos'), part), Made, 'an id').id,
  };
}

/** A clip: its session keeps the bytes that have come, and makes one medium with the last byte. */
export function clipUpload(client: ToyClient): ResumableUpload {
  return {
    kind: 'resumable',
    carriesPayload: false,
    open: async (call, _payload, { sizeBytes }) => {
      const query = { size: String(requireSize(sizeBytes)) };
      const opening = { method: 'POST', operation: 'toy.session.open', path: 'sessions', query } as const;
      return readJson(await callApi(client, call, opening), Made, 'a session').id;
    },
    ask: (call, session) => askSession(client, call, session),
    send: async (call, session, part) => {
      if (part.offset >= requireSize(part.sizeBytes)) return askSession(client, call, session);
      const url = urlOf(client, 'sessions', { id: session, offset: String(part.offset) });
      const answer = await send(client, call, clip, url, part);
      return answer.status === 404 ? { kind: 'gone' } : stateOf(readJson(answer, Progress, 'how far it is'));
    },
  };
}

export async function askSession(client: ToyClient, call: Call, id: string): Promise<UploadState> {
  const answer = await callApi(client, call, { method: 'GET', path: 'sessions', query: { id } });
  return answer.status === 404 ? { kind: 'gone' } : stateOf(readJson(answer, Progress, 'how far it is'));
}

/** Deletes a session or a medium; an absent object is fine. */
export async function drop(client: ToyClient, call: Call, path: 'sessions' | 'media', id: string): Promise<void> {
  const answer = await callApi(client, call, { method: 'DELETE', operation: 'toy.upload.drop', path, query: { id } });
  if (answer.status !== 404) requireSuccess(answer);
}

function stateOf({ received, media }: z.infer<typeof Progress>): UploadState {
  return media === null ? { kind: 'open', nextOffset: received } : { kind: 'complete', objectId: media };
}

const photo = { method: 'POST', operation: 'toy.photo.send' } as const;
const clip = { method: 'PUT', operation: 'toy.clip.send' } as const;

async function send(client: ToyClient, call: Call, asking: typeof photo | typeof clip, url: string, part: MediaPart) {
  const { accessToken, signal, notAfterMs } = call;
  return sendMedia(client, {
    ...asking,
    url,
    signal,
    notAfterMs,
    secrets: [accessToken],
    headers: { authorization: `Bearer ${accessToken}` },
    body: part.body,
    lengthBytes: requireSize(part.sizeBytes) - part.offset,
  });
}

function requireSize(sizeBytes: number | null): number {
  if (sizeBytes !== null) return sizeBytes;
  const words = { seen: 'The toy takes no media of unknown size.', todo: 'Serve it with a Content-Length.' };
  throw new PublishFailure('MEDIA_INVALID', words, { transient: false });
}
