import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { bodyOf, discardBody } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { authenticate, bearerOf } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { Refused, refuse } from '../errors';
import { presentVideo } from '../present';
import type { UploadSession } from '../records';
import { sendResource } from '../send';
import { badUpload, parseContentRange } from './contentRange';
import type { ContentRange } from './contentRange';
import { createVideo } from './createVideo';
import { receive, restore } from '../../media/receive';
import type { Turns } from '../../http/turns';
import { chunkUnitBytes, storedBytesOf } from './storedBytes';

const sessionLifetimeMs = 7 * 24 * 3_600_000;

/** A request on a session's address: bytes, a question how many there are, or the end of an upload of unknown length. */
export async function continueSession(
  context: YoutubeContext,
  turns: Turns,
  req: Request,
  res: Response,
): Promise<void> {
  const { id } = findSession(context, req);
  await turns.take(id, req, async () => {
    const session = findSession(context, req);
    res.set('X-GUploader-UploadID', session.id);
    if (session.finalAnswer !== null) {
      await discardBody(req);
      return sendFinalAnswer(req, res, session.finalAnswer);
    }
    const stored = await storedBytesOf(context.store.mediaFile(session.videoId), session.totalBytes);
    const { storedBytes, totalBytes } = await takeBytes(context, session, stored, req);
    const known = { ...session, totalBytes };
    if (totalBytes !== session.totalBytes) context.store.sessions.put(session.id, known);
    if (storedBytes !== totalBytes) return sendIncomplete(req, res, storedBytes);
    sendFinalAnswer(req, res, await finish(context, known, req));
  });
}

/** Ends a session: 499, and its bytes are gone. A session that has become a video repeats its last answer. */
export async function cancelSession(context: YoutubeContext, turns: Turns, req: Request, res: Response): Promise<void> {
  const { id } = findSession(context, req);
  await turns.take(id, req, async () => {
    const session = findSession(context, req);
    const isFinished = session.finalAnswer !== null || context.store.videos.get(session.videoId) !== undefined;
    if (isFinished) return sendFinalAnswer(req, res, session.finalAnswer ?? (await finish(context, session, req)));
    context.store.sessions.put(session.id, { ...session, isCancelled: true });
    await discardBody(req);
    await rm(context.store.mediaFile(session.videoId), { force: true });
    res.status(499).set('Content-Length', '0').end();
  });
}

/** The session of a request. Throws 404 when it is unknown, cancelled or a week old; 401 for a token that is no good. */
function findSession(context: YoutubeContext, req: Request): UploadSession {
  if (bearerOf(req) !== undefined) authenticate(context, req);
  const session = context.store.sessions.get(queryOf(req).get('upload_id') ?? '');
  const isDead = !session || session.isCancelled || session.createdAtMs + sessionLifetimeMs <= context.clock();
  if (isDead)
    throw new Refused({ status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'Not Found' });
  return session;
}

interface Progress {
  readonly storedBytes: number;
  readonly totalBytes: number | null;
}

/** Stores the bytes of a request, as far as the protocol allows, and promises the progress of the session. */
async function takeBytes(
  context: YoutubeContext,
  session: UploadSession,
  storedBytes: number,
  req: Request,
): Promise<Progress> {
  const header = req.get('content-range');
  const file = context.store.mediaFile(session.videoId);
  if (header === undefined) return takeWholeBody(session, file, storedBytes, req);
  const range = parseContentRange(header);
  const totalBytes = agreeTotal(session, storedBytes, range.totalBytes);
  const lengthBytes = range.kind === 'query' ? 0 : assertRange(range, totalBytes);
  assertBodyLength(req, range, lengthBytes);
  if (range.kind === 'query' || range.first !== storedBytes) {
    await discardBody(req);
    return { storedBytes, totalBytes };
  }
  const receivedBytes = await receive(bodyOf(req), file, storedBytes);
  if (receivedBytes === lengthBytes) return { storedBytes: storedBytes + lengthBytes, totalBytes };
  await restore(file, storedBytes);
  throw wrongBodyLength(receivedBytes, range, lengthBytes);
}

/** No Content-Range: the body is the whole file from its first byte. Bytes already stored are skipped. */
async function takeWholeBody(
  session: UploadSession,
  file: string,
  storedBytes: number,
  req: Request,
): Promise<Progress> {
  const declared = req.get('content-length');
  if (declared === '0') throw refuse('mediaBodyRequired');
  if (declared !== undefined) agreeTotal(session, storedBytes, Number(declared));
  const receivedBytes = await receive(bodyOf(req), file, storedBytes, storedBytes);
  try {
    return { storedBytes: receivedBytes, totalBytes: agreeTotal(session, storedBytes, receivedBytes) };
  } catch (error) {
    await restore(file, storedBytes);
    throw error;
  }
}

/** The length of the whole upload once a request has named it. Throws 400 when it contradicts an earlier length. */
function agreeTotal(session: UploadSession, storedBytes: number, totalBytes: number | undefined): number | null {
  if (totalBytes === undefined) return session.totalBytes;
  if (totalBytes === (session.totalBytes ?? totalBytes) && totalBytes >= storedBytes) return totalBytes;
  throw badUpload(
    `Invalid request.  According to the Content-Range header, the final size of the upload is ${totalBytes} byte(s). ` +
      `This does not match the expected size of ${session.totalBytes ?? storedBytes} byte(s), which was specified in an earlier request.`,
  );
}

/** The length of a range. Throws 400 unless it is a multiple of 256 KiB or the last one. */
function assertRange({ first, last }: { first: number; last: number }, totalBytes: number | null): number {
  const lengthBytes = last - first + 1;
  if (totalBytes !== null && last >= totalBytes) throw badUpload('Failed to parse Content-Range header.');
  if (last + 1 === totalBytes || lengthBytes % chunkUnitBytes === 0) return lengthBytes;
  throw badUpload(
    `Invalid request.  The number of bytes uploaded is required to be equal or greater than ${chunkUnitBytes}, except for the final ` +
      `request (it's recommended to be the exact multiple of ${chunkUnitBytes}).  The received request contained ${lengthBytes} bytes, ` +
      'which does not meet this requirement',
  );
}

function assertBodyLength(req: Request, range: ContentRange, lengthBytes: number): void {
  const declared = Number(req.get('content-length') ?? lengthBytes);
  if (declared !== lengthBytes) throw wrongBodyLength(declared, range, lengthBytes);
}

function wrongBodyLength(bodyBytes: number, range: ContentRange, lengthBytes: number): Refused {
  const place = range.kind === 'query' ? '' : ` (starting at offset ${range.first} and ending at offset ${range.last})`;
  return badUpload(
    `Invalid request.  There were ${bodyBytes} byte(s) in the request body.  There should have been ${lengthBytes} byte(s)${place} ` +
      'according to the Content-Range header.',
  );
}

async function finish(context: YoutubeContext, session: UploadSession, req: Request): Promise<string> {
  const video = await createVideo(context, req, session);
  const viewer = { call: 'insert', origin: `${req.protocol}://${req.get('host')}` } as const;
  const finalAnswer = JSON.stringify(presentVideo(context, video, session.parts, viewer), null, 2);
  context.store.sessions.put(session.id, { ...session, finalAnswer });
  return finalAnswer;
}

function sendFinalAnswer(req: Request, res: Response, finalAnswer: string): void {
  sendResource(req, res, JSON.parse(finalAnswer));
}

/** 308 Resume Incomplete; for clients that cannot take it, 200 with the same said in a header (Google's Go client). */
function sendIncomplete(req: Request, res: Response, storedBytes: number): void {
  if (storedBytes > 0) res.set('Range', `bytes=0-${storedBytes - 1}`);
  if (req.get('x-guploader-no-308') === 'yes') {
    res.set('X-HTTP-Status-Code-Override', '308');
  } else {
    res.status(308).statusMessage = 'Resume Incomplete';
  }
  res.set('Content-Length', '0').end();
}
