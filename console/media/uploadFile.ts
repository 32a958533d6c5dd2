import type { HttpResponse } from 'tus-js-client';
import type { UploadSession } from '../../api/uploadSessions/schema';
import { ApiFault, faultOf } from '../http/ApiFault';
import { api } from '../http/client';
import { addressOf, credentials, send as request } from '../http/request';
import { currentSession, expire } from '../session/session';
import type { SessionState } from '../session/session';
import { texts as faultTexts } from '../texts/faults';
import { texts } from '../texts/media';
import { formatIn } from './formatIn';
import { fingerprintOf, forgetUpload, keepUpload, keptUploads, noteFile, takeUpload } from './keptUploads';

/** A file that an assignment may name. */
export interface UploadedFile {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** For the assignment; it cannot be fetched. */
  mediaUrl: string;
}

interface Options {
  signal: AbortSignal;
  onProgress: (bytesSent: number) => void;
  /** Called when the API knows the upload, also if it was stopped meanwhile. */
  onOpened: () => void;
}

const partBytes = 8 * 1024 * 1024;
const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 15_000];
/** The sessions whose files this page sends now: no form offers them. */
const underWay = new Set<string>();

/**
 * Uploads a file in parts. An interrupted upload, by a reload too, goes on where it was as soon as the same file is chosen
 * again.
 * @throws ApiFault when the API refuses it, or does not answer for long
 */
export async function uploadFile(file: File, options: Options): Promise<UploadedFile> {
  const { signal, onOpened } = options;
  const session = (await openedBefore(file, signal)) ?? (await unlessStopped(signal, open(file, options)));
  underWay.add(session.id);
  try {
    onOpened();
    if (session.status !== 'complete') await send(file, session, options);
    const whole = await api.getUploadSession({ uploadSessionId: session.id }, { signal });
    if (whole.error !== null) {
      forgetUpload(session.id);
      throw new ApiFault(400, whole.error.code, whole.error.message, {}, null);
    }
    noteFile(whole.mediaUrl, file, whole.mediaContentType);
    return takenFrom(whole);
  } finally {
    underWay.delete(session.id);
  }
}

/** The file of a session that is complete, for a form that takes it. */
export function takenFrom(session: UploadSession): UploadedFile {
  const { id, fileName: name, mediaSizeBytes: sizeBytes, mediaContentType: contentType, mediaUrl } = session;
  takeUpload(id);
  return { name, sizeBytes, contentType, mediaUrl };
}

/** This person's uploads in this organization that no form takes or has taken yet. Forgets uploads that are over. */
export async function readUnfinished(signal: AbortSignal): Promise<UploadSession[]> {
  const waiting = Object.values(keptUploads()).filter(({ isTaken }) => !isTaken);
  const found = await Promise.all(
    waiting.map(async ({ sessionId }) => {
      const session = await readIfThere(sessionId, signal);
      if (session && session.status !== 'expired' && session.error === null) return [session];
      forgetUpload(sessionId);
      return [];
    }),
  );
  return found.flat().filter(({ id }) => !underWay.has(id));
}

/** Gives the space of an upload back. */
export async function removeUpload(sessionId: string): Promise<void> {
  await request('DELETE', `/console/upload-sessions/${sessionId}`, { headers: { 'tus-resumable': '1.0.0' } });
  forgetUpload(sessionId);
}

/** The session, or null if the API says that it is not there. */
export async function readIfThere(uploadSessionId: string, signal?: AbortSignal): Promise<UploadSession | null> {
  try {
    return await api.getUploadSession({ uploadSessionId }, signal && { signal });
  } catch (error) {
    if (error instanceof ApiFault && error.status === 404) return null;
    throw error;
  }
}

type Session = Pick<UploadSession, 'id' | 'status'>;

/** Opens a session, also after a stop of the upload. The API may know it, so it is kept, to be removed or used. */
async function open(file: File, { signal, onOpened }: Options): Promise<Session> {
  const keep = keepUpload(fingerprintOf(file));
  const created = await api.createUploadSession({
    fileName: file.name,
    mediaContentType: await formatIn(file),
    mediaSizeBytes: file.size,
  });
  keep({ sessionId: created.id, isTaken: false });
  if (signal.aborted) onOpened();
  return created;
}

async function openedBefore(file: File, signal: AbortSignal): Promise<Session | null> {
  const kept = keptUploads()[fingerprintOf(file)];
  if (kept === undefined) return null;
  const session = await readIfThere(kept.sessionId, signal);
  return session?.status === 'expired' || session?.error ? null : session;
}

async function send(file: File, { id }: Session, { signal, onProgress }: Options): Promise<void> {
  const { DetailedError, Upload } = await import('tus-js-client');
  const asked = currentSession();
  // The upload may have been stopped while the session was opened.
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      // The `uploadUrl` of the session is for programs.
      uploadUrl: addressOf(`/console/upload-sessions/${id}`),
      headers: credentials(),
      chunkSize: partBytes,
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(),
      onError: (error) => reject(faultIn(error instanceof DetailedError ? error.originalResponse : null, asked)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(stopped());
    });
    upload.start();
  });
}

/** The outcome of the work, unless the signal ends the wait for it. */
async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    signal.addEventListener('abort', () => reject(stopped()));
  });
}

function stopped(): DOMException {
  return new DOMException(texts.stopped, 'AbortError');
}

/** @param response null: there was no response. @param asked the session whose token was sent */
function faultIn(response: HttpResponse | null, asked: SessionState): ApiFault {
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) return new ApiFault(0, 'OFFLINE', faultTexts.known.OFFLINE.title, {}, null);
  if (status === 401 && asked.status === 'open') expire(asked.token);
  const headers = { get: (name: string) => response.getHeader(name) ?? null };
  return faultOf({ status, statusText: texts.notAccepted, headers }, bodyOf(response));
}

/** The JSON body of a response. Null: a proxy on the way has refused the request in words of its own. */
function bodyOf(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.getBody());
  } catch {
    return null;
  }
}
