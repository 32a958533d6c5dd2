import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Request } from 'express';
import { readText } from '../http/exchange';
import { rawQueryOf } from '../http/query';
import { sendAnswer } from '../http/sendAnswer';
import type { Answer } from '../http/sendAnswer';
import { apiCallOf } from './calls';
import { StripeError, unknownKey } from './errors';
import { readNested } from './form';
import { newId } from './store';
import type { StripeContext } from './store';

const bodyBytesMax = 256 * 1024;

/** A request as it arrived. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly idempotencyKey: string | null;
}

/** Stripe's API, as far as it is modelled: forms in, JSON out, with idempotency keys (https://docs.stripe.com/api). */
export function stripeApi(context: StripeContext): Router {
  const router = Router();
  router.use('/v1', async (req, res) => {
    const received = await receive(req);
    const { answer, isReplay } = answerTo(context, received, req.get('authorization'));
    const id = newId('req');
    const version = req.get('stripe-version') ?? null;
    context.store.noteAsked({ id, ...received, version, status: answer.status, isReplay });
    const replayed = isReplay && { 'Idempotent-Replayed': 'true' };
    sendAnswer(res, { ...answer, headers: { 'Request-Id': id, ...replayed, ...answer.headers } });
  });
  return router;
}

async function receive(req: Request): Promise<Received> {
  return {
    method: req.method,
    path: req.baseUrl + req.path,
    query: rawQueryOf(req),
    body: await readText(req, bodyBytesMax),
    idempotencyKey: req.get('idempotency-key') ?? null,
  };
}

function answerTo(
  context: StripeContext,
  received: Received,
  authorization: string | undefined,
): { answer: Answer; isReplay: boolean } {
  try {
    if (authorization !== `Bearer ${context.secretKey}`) throw unknownKey();
    return underKey(context, received);
  } catch (error) {
    if (error instanceof StripeError) return { answer: error.answer, isReplay: false };
    throw error;
  }
}

/** The answer under an idempotency key: a known key repeats its first answer. A refused call keeps no key. */
function underKey(context: StripeContext, received: Received): { answer: Answer; isReplay: boolean } {
  const { method, path, query, body, idempotencyKey: key } = received;
  const fingerprint = createHash('sha256').update(`${path}?${body}`).digest('hex');
  const known = key === null || method !== 'POST' ? undefined : context.store.keys.get(key);
  if (known && known.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`;
    throw new StripeError(400, { type: 'idempotency_error', message });
  }
  if (known) return { answer: { status: known.status, body: known.body }, isReplay: true };
  const call = apiCallOf(method, path);
  if (!call) throw new StripeError(404, { message: `Unrecognized request URL (${method}: ${path}).` });
  const answer = { status: 200, body: call(context, readNested(new URLSearchParams(method === 'GET' ? query : body))) };
  if (key !== null && method === 'POST') context.store.keys.put(key, { id: key, fingerprint, ...answer });
  return { answer, isReplay: false };
}
