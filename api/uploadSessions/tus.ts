import { ERRORS, Server } from '@tus/server';
import type { Locker } from '@tus/server';
import type { Sequelize } from 'sequelize';
import type { Logger } from '../../lib/logger';
import { StoreFull } from '../../lib/mediaStore/MediaStore';
import type { MediaProbe } from '../../lib/media/probe';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { KeyedLimiter, LimitReached } from '../../lib/KeyedLimiter';
import { lockUpload } from '../../models/uploads/lockUpload';
import type { LockedUpload } from '../../models/uploads/lockUpload';
import type { UploadState } from '../../models/uploads/UploadSession';
import { invalid } from '../http/errors';
import type { ApiError } from '../http/errors';
import { notOfMediaType } from '../http/refusals';
import { partMediaType, tusVersion } from './protocol';
import { otherOffset, storeFull, tooManyBytes, tusNeeded, uploadLocked, uploadsBusy } from './refusals';
import { TusStore } from './tusStore';

/** The time in which a request that was asked to let go of its lock may still write its bytes. */
const lockDrainMs = 500;

/**
 * Answers a request of the tus protocol for one session, to which its caller was let in, and whose id is the last part of
 * the request's path.
 * @throws ApiError for all that is refused
 */
export type AnswerTus = (session: UploadState, request: Request) => Promise<Response>;

/**
 * The requests of one workspace that a process works on at the same time: requests that send bytes, and all others. The
 * limits are a little above the parts that browsers send at once; further parts wait for their turn.
 */
const partsAtOnce = { perKey: 24, waiting: 100, waitMs: 20_000 };
const othersAtOnce = { perKey: 24, waiting: 100, waitMs: 20_000 };

interface TusDeps {
  mediaStore: MediaStore;
  mediaProbe: MediaProbe;
  sequelize: Sequelize;
  logger: Logger;
}

export function createTus(deps: TusDeps): AnswerTus {
  const locker = createLocker(deps.logger);
  const [parts, others] = [new KeyedLimiter(partsAtOnce), new KeyedLimiter(othersAtOnce)];
  const answer: AnswerTus = async (session, request) => {
    // A server for each request, so that it has only the session that its caller was let in to.
    const server = new Server({
      path: '/',
      datastore: new TusStore({ ...deps, session }),
      locker,
      lockDrainTimeout: lockDrainMs,
      // The server would answer in words of its own; thrown on, errors become answers where all others do.
      onResponseError: (_request, error) => {
        throw error;
      },
    });
    const response = await server.handleWeb(request).catch(refuse);
    if (response.ok) return response;
    throw refusalOf(response.status, await response.text());
  };
  return async (session, request) => {
    const limiter = request.method === 'PATCH' ? parts : others;
    try {
      return await limiter.run(session.workspaceId, async () => answer(session, request), request.signal);
    } catch (error) {
      // Clients of tus try again where a session is locked, and give up at 429.
      throw error instanceof LimitReached ? uploadsBusy.error() : error;
    }
  };
}

/** A lock of a session, for one request at a time in all processes together. */
function createLocker(logger: Logger): Locker {
  return {
    newLock: (id) => {
      let locked: LockedUpload | null = null;
      return {
        lock: async (signal, onWanted) => {
          locked = await lockUpload(id, { logger, signal, onWanted: () => void onWanted() });
          if (!locked) throw uploadLocked.error();
        },
        unlock: async () => locked?.release(),
      };
    },
  };
}

/** The refusals for errors of the tus server itself. */
const refusals = new Map<unknown, () => ApiError>([
  [ERRORS.INVALID_OFFSET, () => otherOffset.error()],
  [ERRORS.MISSING_OFFSET, () => invalid({ 'Upload-Offset': ['is required'] })],
  [ERRORS.INVALID_CONTENT_TYPE, () => notOfMediaType.error(partMediaType)],
  [ERRORS.ERR_SIZE_EXCEEDED, () => tooManyBytes.error()],
  // The caller is gone, or another request wants the lock.
  [ERRORS.ABORTED, () => uploadLocked.error()],
]);

function refuse(error: unknown): never {
  const refusal = refusals.get(error)?.();
  if (refusal) throw refusal;
  if (error instanceof StoreFull) throw storeFull.error();
  // The server's error for bytes beyond the size has no name of its own.
  if (isOfStatus(error, 413)) throw tooManyBytes.error();
  throw error;
}

function isOfStatus(error: unknown, status: number): boolean {
  return error instanceof Error && 'status_code' in error && error.status_code === status;
}

/** The refusal for an answer of the tus server before it looks for the session: headers are missing or malformed. */
function refusalOf(status: number, text: string): Error {
  const names: string[] = text.match(/[a-z]+-[a-z]+/g) ?? [];
  if (status === 412 || names.includes('tus-resumable')) {
    return tusNeeded.errorWith({ headers: { 'Tus-Version': tusVersion } });
  }
  if (names.includes('content-type')) return notOfMediaType.error(partMediaType);
  if (status === 400) return invalid(Object.fromEntries(names.map((name) => [name, ['is malformed']])));
  return new Error(`the tus server answered ${status}: ${text}`);
}
