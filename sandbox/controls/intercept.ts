import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { discardBody, exchangeOf, receiveBody } from '../http/exchange';
import { rawQueryOf } from '../http/query';
import { sendAnswer } from '../http/sendAnswer';
import type { Answer } from '../http/sendAnswer';
import type { Platform } from '../platform';
import { cutAnswer, delayAnswer, dripAnswer, loseAnswer, replaceAnswer } from './breakAnswer';
import type { Call, Calls } from './calls';
import type { FaultAction, Faults } from './faults';
import type { Later } from './later';

/** The controls that each request passes through. */
export interface Interception {
  readonly platforms: readonly Platform[];
  readonly calls: Calls;
  readonly faults: Faults;
  readonly later: Later;
}

/** Notes each request that passes on its way to `platform`, and lets the faults that are set strike it. */
export function intercept(
  { platforms, calls, faults, later }: Interception,
  platform: Platform | null,
): RequestHandler {
  // If two platforms have an error of one name, each answers with its own.
  const errors = new Map([...platforms, ...(platform ? [platform] : [])].flatMap((one) => [...one.errors]));
  const slug = platform?.slug ?? null;
  return async (req, res, next) => {
    const asked = { method: req.method, path: req.baseUrl + req.path, query: rawQueryOf(req) };
    const fault = faults.take({ ...asked, platform: slug });
    const call = calls.add(req, { platform: slug, fault: fault?.id ?? null });
    const exchange = exchangeOf(req);
    exchange.noteEffect = (effect) => calls.noteEffect({ ...call, bytes: exchange.bytes }, effect);
    const update = () => calls.update(call, { bytes: exchange.bytes, ...answered(res) });
    res.once('finish', update).once('close', update);
    if (!fault) return next();
    await strike(fault.do, { errors, later }, req, res, next);
  };
}

/** The part of an answer that has left; nothing of a lost answer. */
function answered(res: Response): Pick<Call, 'status' | 'range'> {
  if (!res.writableFinished) return { status: null };
  const range = res.get('range');
  return { status: res.statusCode, ...(range !== undefined && { range }) };
}

interface Means {
  readonly errors: ReadonlyMap<string, Answer>;
  readonly later: Later;
}

async function strike(
  action: FaultAction,
  { errors, later }: Means,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  if ('hang' in action) return;
  if ('status' in action || 'error' in action) {
    const answer = 'status' in action ? { body: undefined, ...action } : documented(action, errors);
    return answerInstead({ answer, isAfterEffect: action.afterEffect === true }, req, res, next);
  }
  if ('cutAfterBytes' in action) cut(action.cutAfterBytes, req, res);
  if ('loseAnswer' in action) loseAnswer(res);
  if ('loseAnswer' in action && action.effectAfterMs !== undefined) {
    await receiveBody(req);
    req.socket.destroy();
    return later.add(action.effectAfterMs, next);
  }
  if ('drip' in action) dripAnswer(res);
  if ('delayMs' in action) delayAnswer(res, action.delayMs);
  if (!req.socket.destroyed) next();
}

/** Gives another answer in place of the request's own: in place of its effect, too, or after that. */
async function answerInstead(
  { answer, isAfterEffect }: { answer: Answer; isAfterEffect: boolean },
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  if (isAfterEffect) {
    replaceAnswer(res, (own) => sendAnswer(own, answer));
    return next();
  }
  await discardBody(req);
  sendAnswer(res, answer);
}

function documented({ error, headers }: Extract<FaultAction, { error: string }>, errors: ReadonlyMap<string, Answer>) {
  const answer = errors.get(error) ?? { status: 500, body: undefined };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Cuts a connection after so many bytes: of the answer to a GET, of the body of any other request. */
function cut(afterBytes: number, req: Request, res: Response): void {
  if (afterBytes === 0) req.socket.destroy();
  else if (req.method === 'GET') cutAnswer(res, afterBytes);
  else exchangeOf(req).cutAfterBytes = afterBytes;
}
