import { z } from 'zod';
import { jsonBodyBytesMax } from '../../domain/limits';
import { paced } from '../../domain/pace';
import { withTimeLimit } from '../../lib/timeLimit';
import { runAs } from '../faces/serve';
import { invalid } from '../http/errors';
import { bodyTooLarge, bodyTooLate } from '../http/refusals';
import type { RawRequest, Route } from '../http/Route';
import { receiveStripeEvent, signatureHeader } from './receiveStripeEvent';
import { EventReceived, StripeEvent } from './schema';

const raw: RawRequest = {
  headers: z.object({
    [signatureHeader]: z
      .string()
      .meta({ description: 'Time and signature, https://docs.stripe.com/webhooks/signature' }),
  }),
  bodyMediaType: 'application/json',
  bodySchema: StripeEvent,
};
/** An event has some kilobytes. */
const bodyMs = 20_000;

/** A plain route over its use case: the signature is of the bytes, so nothing may read them before. It counts for no quota. */
export const stripeRoute: Route = {
  method: 'post',
  path: '/api/v1/billing/stripe/webhook',
  operationId: receiveStripeEvent.name,
  summary: receiveStripeEvent.summary,
  description: receiveStripeEvent.description ?? '',
  credential: 'public',
  request: {},
  raw,
  success: { status: 200, schema: EventReceived },
  refuses: receiveStripeEvent.refuses,
  refusals: 'json',
  answer: async (call) => {
    const caller = await call.authenticate('public');
    await call.takeFromQuota(caller);
    const request = call.stream(raw);
    const signature = request.headers.get(signatureHeader);
    if (signature === null) throw invalid({ [signatureHeader]: ['is required'] });
    const input = { body: await readBytes(request), signature };
    const { deps, requestId } = call;
    return runAs(receiveStripeEvent, { input }, { deps, requestId, principal: await caller.principal(undefined) });
  },
};

/** @throws ApiError 413 and 408 */
async function readBytes({ body }: Request): Promise<Buffer> {
  return withTimeLimit(new AbortController().signal, paced(bodyMs), async (signal) => {
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(bodyTooLate.errorWith({ headers: { Connection: 'close' } })));
    });
    return Promise.race([collect(body), late]);
  });
}

async function collect(body: Request['body']): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body ?? []) {
    sizeBytes += part.length;
    if (sizeBytes > jsonBodyBytesMax) throw bodyTooLarge.error();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
