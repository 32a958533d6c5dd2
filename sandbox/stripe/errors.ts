import type { Answer } from '../http/sendAnswer';

interface Facts {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string | undefined;
  readonly message: string;
}

/** An error of Stripe's API (https://docs.stripe.com/api/errors), to be thrown. */
export class StripeError extends Error {
  override name = 'StripeError';
  readonly answer: Answer;

  constructor(status: number, { type = 'invalid_request_error', ...facts }: Facts) {
    super(facts.message);
    this.answer = { status, body: { error: { type, ...facts } } };
  }
}

export function unknownKey(): StripeError {
  return new StripeError(401, { message: 'Invalid API Key provided' });
}

export function missing(what: string, id: string, param: string, status: 400 | 404): StripeError {
  return new StripeError(status, { code: 'resource_missing', param, message: `No such ${what}: '${id}'` });
}

/** The reason why nothing was paid, in words for the payer. */
export class Declined extends Error {
  override name = 'Declined';
}
