import type { Actor, Answer, Json, RequestParts } from '../actors';
import { photoBytes, videoBytes } from '../media/media';

/** A caller who uploads files. */
export interface Uploader {
  /** Opens a session for a video of so many bytes. */
  open: (file?: Record<string, unknown>) => Promise<Json>;
  /** One request of tus to the session. */
  tus: (method: string, session: Json, parts?: RequestParts) => Promise<Answer>;
  /** Sends bytes to where the session is. */
  send: (session: Json, bytes: Buffer, offset?: number) => Promise<Answer>;
  /** A session with its whole file. */
  upload: (file?: { bytes?: Buffer; mediaContentType?: string }) => Promise<Json>;
  read: (session: Json) => Promise<Json>;
}

export const uploadPath = '/api/v1/assignment-upload-sessions';
const resumable = { 'tus-resumable': '1.0.0' };

/** @param path of the sessions of the caller's face */
export function uploaderFor(call: Actor, path = uploadPath): Uploader {
  const open: Uploader['open'] = async (file = {}) => {
    const body = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000, ...file };
    return (await call('POST', path, { body })).body;
  };
  const tus: Uploader['tus'] = async (method, session, { headers, ...parts } = {}) =>
    call(method, new URL(session.uploadUrl).pathname, { ...parts, headers: { ...resumable, ...headers } });
  const send: Uploader['send'] = async (session, bytes, offset = 0) =>
    tus('PATCH', session, { headers: partHeaders(offset), body: bytes });
  return {
    open,
    tus,
    send,
    upload: async ({ bytes = videoBytes(1000), mediaContentType = 'video/mp4' } = {}) => {
      const session = await open({ mediaContentType, mediaSizeBytes: bytes.length });
      const { status, body } = await send(session, bytes);
      if (status !== 204) throw new Error(`the upload was answered ${status}: ${JSON.stringify(body)}`);
      return session;
    },
    read: async ({ id }) => (await call('GET', `${path}/${id}`)).body,
  };
}

/** The headers of a PATCH. */
export function partHeaders(offset: number): Record<string, string> {
  return { ...resumable, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
}

export const photo = { bytes: photoBytes(500), mediaContentType: 'image/jpeg' };
