import { texts } from '../texts/faults';

/** A request that was refused, or that got no answer. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  /** 0: there was no answer. */
  readonly status: number;
  /** As in docs/errors.md; `OFFLINE` when there was no answer, `LATE` when the answer did not come in time. */
  readonly code: string;
  /** The faults of the fields, by field name, of a 400. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** As in docs/errors.md: the reason tells some refusals from other refusals with the same code. */
  readonly reason: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown>,
    requestId: string | null,
    reason: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.reason = reason;
  }

  /** The fault of each field, as sentences. */
  get fieldErrors(): Record<string, string> {
    const sentences = Object.entries(this.details).flatMap(([field, faults]) =>
      Array.isArray(faults) ? [[field, texts.field(faults.join('; '))] as const] : [],
    );
    return Object.fromEntries(sentences);
  }
}

/** The part of an answer from which a fault is made. */
type Refusal = Pick<Response, 'status' | 'statusText'> & { headers: Pick<Headers, 'get'> };

/** Reads the body of a refusal (contract.md §10). The body of a 402 has two numbers instead of words. */
export function faultOf(response: Refusal, body: unknown): ApiFault {
  const given = isRecord(body) ? body : {};
  const details = isRecord(given['details'])
    ? given['details']
    : { required: given['required'], balance: given['balance'] };
  const code = typeof given['error'] === 'string' ? given['error'] : 'INTERNAL';
  const message = typeof given['message'] === 'string' ? given['message'] : response.statusText;
  const reason = typeof given['reason'] === 'string' ? given['reason'] : null;
  return new ApiFault(response.status, code, message, details, response.headers.get('x-request-id'), reason);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
