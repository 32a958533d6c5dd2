import type { NextFunction, Request } from 'express';
import { ConnectionError, DatabaseError } from 'sequelize';
import type { Logger } from '../../lib/logger';
import { StoreUnreachable } from '../../lib/mediaStore/MediaStore';
import { LimitReached } from '../../lib/KeyedLimiter';
import { ApiError, errorKinds, InsufficientCredits, invalid, RedirectError, ShownPage } from './errors';
import type { ErrorCode } from './errors';
import { broken, nowBusy } from './refusals';
import type { ApiResponse } from './exchange';
import { html } from './html';
import { asOAuthError, OAuthError } from './oauthError';
import { renderPage } from './page';
import type { Page } from './page';

/** A refusal as an answer over HTTP has it. */
export interface RefusalAnswer {
  status: number;
  code: ErrorCode;
  message: string;
  body: object;
  headers: Record<string, string>;
}

/** Turns whatever was thrown into an answer, in one place. A fault of ours is logged and never shown. */
export function answerErrors(logger: Logger) {
  return (error: unknown, _request: Request, response: ApiResponse, _next: NextFunction): void => {
    const { requestId, route } = response.locals;
    if (error instanceof RedirectError) {
      response.status(302).set('Location', error.location).end();
      return;
    }
    if (error instanceof ShownPage) {
      response.status(error.status).set(error.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {});
      sendPage(response, error.page);
      return;
    }
    if (error instanceof OAuthError) {
      response
        .status(error.refusal.status)
        .set(error.refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
        .json(error.body);
      return;
    }
    const refusal = refusalOf(error, requestId);
    if (refusal.status >= 500) logger.error({ requestId, fault: describeFault(error) }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(refusal.status).set(refusal.headers);
    const { refusals = 'json' } = route ?? {};
    if (refusals === 'page') sendPage(response, pageOf(refusal, requestId));
    else if (typeof refusals === 'string') response.json(refusal.body);
    else response.json(asOAuthError(refusal.code, refusal.message, refusals.oauth));
  };
}

/** The refusal as a page, for people who came by a link. */
function pageOf({ status, message }: RefusalAnswer, requestId: string): Page {
  if (status === 429) return renderPage('Too many tries', html`<p>${message}</p>`);
  if (status === 410) return renderPage('This link is over', html`<p>${message}</p>`);
  return status < 500
    ? renderPage('This link does not work', html`<p>It is incomplete or not known here. Go back and start again.</p>`)
    : renderPage(
        'Something went wrong',
        html`<p>It is our fault. Go back and start again; if it stays, tell us ${requestId}.</p>`,
      );
}

function sendPage(response: ApiResponse, { text, policy }: Page): void {
  response.set('Content-Security-Policy', policy).type('html').send(text);
}

/** The refusal that a caller sees of an error. A fault of ours is `INTERNAL`, and tells nothing of itself. */
export function refusalOf(error: unknown, requestId: string): RefusalAnswer {
  if (error instanceof InsufficientCredits) return creditRefusal(error);
  const known =
    error instanceof ApiError
      ? error
      : (ofRouter(error) ?? ofDatabase(error) ?? ofLimits(error) ?? unexpected(requestId));
  const reason = known.refusal?.reason;
  return {
    status: errorKinds[known.code].status,
    code: known.code,
    message: known.message,
    body: { error: known.code, message: known.message, details: known.details, ...(reason && { reason }) },
    headers: known.headers,
  };
}

function creditRefusal({ required, balance, message }: InsufficientCredits): RefusalAnswer {
  return {
    code: 'INSUFFICIENT_CREDITS',
    message,
    status: errorKinds.INSUFFICIENT_CREDITS.status,
    body: { error: 'INSUFFICIENT_CREDITS', required, balance },
    headers: { 'X-Credits-Required': String(required), 'X-Credits-Balance': String(balance) },
  };
}

/** Express marks a path that it cannot decode with a status. */
function ofRouter(error: unknown): ApiError | undefined {
  return error instanceof URIError && 'status' in error ? invalid({ path: ['is malformed'] }) : undefined;
}

/** Conditions of PostgreSQL that pass: lock and statement time-outs, deadlock, shutdown (its manual, appendix A). */
const passingConditions: readonly unknown[] = ['55P03', '57014', '40P01', '57P01', '57P02', '57P03'];

function ofDatabase(error: unknown): ApiError | undefined {
  const cause = error instanceof DatabaseError ? error.parent : error;
  if (!(error instanceof ConnectionError) && !isPassing(cause)) return undefined;
  return nowBusy();
}

/** A store of files that is down, and work of which a process does no more at a time. */
function ofLimits(error: unknown): ApiError | undefined {
  if (error instanceof StoreUnreachable) return nowBusy(5);
  return error instanceof LimitReached ? nowBusy() : undefined;
}

/**
 * Errors of PostgreSQL have a condition. The driver reports a lost connection in words alone. While Sequelize
 * opens a connection it hands on both as they are.
 */
function isPassing(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('severity' in cause) return 'code' in cause && passingConditions.includes(cause.code);
  return connectionLost.test(cause.message);
}

const connectionLost =
  /^(Client has encountered a connection error|Client was closed|Connection terminated|(read|write) (ECONNRESET|EPIPE)|This socket has been ended)/;

function unexpected(requestId: string): ApiError {
  return broken.errorWith({ details: { requestId } });
}

/** The parts of an error that may be logged: errors of the ORM also carry the statement and its values. */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
