import type { FieldErrors } from '../../domain/payload/payload';
import type { Page } from './page';

interface ErrorKind {
  readonly status: number;
  readonly meaning: string;
}

/** Every code that can stand in `error` of a refusal (spec, Errors; contract.md §10). `docs/errors.md` is printed from it. */
export const errorKinds = {
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'Something in the request is missing or malformed; `details` names each field and what is wrong with it.',
  },
  UNAUTHORIZED: { status: 401, meaning: 'The credential is missing, malformed, unknown or no longer valid.' },
  INSUFFICIENT_CREDITS: {
    status: 402,
    meaning: 'The balance does not suffice. Nothing was written and nothing was charged.',
  },
  FORBIDDEN: { status: 403, meaning: 'The credential is valid but may not do this.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or it belongs to another workspace.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but not with this method; `Allow` lists those it has.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time. The connection ends.' },
  CONFLICT: { status: 409, meaning: 'The present state of the thing does not allow this.' },
  GONE: { status: 410, meaning: 'It was there, and its time is over.' },
  PRECONDITION_FAILED: {
    status: 412,
    meaning: 'The request asks for another version, of the protocol or of a file, than there is.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than this endpoint reads.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not JSON, or is encoded in a way that is not read.' },
  LOCKED: { status: 423, meaning: 'Another request works on it; try again in a moment.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; try again after `Retry-After` seconds.' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The headers are too large. The connection ends.' },
  INTERNAL: {
    status: 500,
    meaning: 'A fault of this service. It is logged under the request id that `details.requestId` repeats.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The service cannot answer at the moment; try again after `Retry-After` seconds.',
  },
  INSUFFICIENT_STORAGE: { status: 507, meaning: 'There is no room to store the file; try again later.' },
} as const satisfies Record<string, ErrorKind>;
export type ErrorCode = keyof typeof errorKinds;

/** A reason of a refusal that programs have to tell from others with the same code. */
interface ReasonKind {
  readonly error: ErrorCode;
  readonly meaning: string;
}

/** Every word that can stand in `reason` of a refusal; most have none. `docs/errors.md` is printed from it. */
export const refusalReasons = {
  action_not_allowed: {
    error: 'FORBIDDEN',
    meaning:
      'The role of the user, or the scope of the credential, does not allow this action, whatever it is done to.',
  },
  feature_missing: {
    error: 'CONFLICT',
    meaning: 'The owner of the channel has not allowed a feature that this needs. Connect it again and ask for it.',
  },
} as const satisfies Record<string, ReasonKind>;
export type RefusalReason = keyof typeof refusalReasons;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorKinds, value);
}

interface ErrorExtras {
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
  refusal?: AnyRefusal;
}

/** A refusal as the documentation shows it. */
export interface AnyRefusal {
  readonly code: ErrorCode;
  /** The message, or an example of it. */
  readonly text: string;
  readonly reason?: RefusalReason;
}

/** A refusal that the caller receives. `message` is for people; programs read `code`, `details` and `reason`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;
  /** The entry in `refuses` of the use case that this error stands for. */
  readonly refusal: AnyRefusal | undefined;

  constructor(code: ErrorCode, message: string, { details = {}, headers = {}, refusal }: ErrorExtras = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
    this.refusal = refusal;
  }
}

/** A reason to refuse, with its words in a single place: use cases throw it, and the documentation shows its text. */
export class Refusal<Facts extends unknown[] = []> implements AnyRefusal {
  readonly code: ErrorCode;
  readonly text: string;
  readonly reason?: RefusalReason;
  readonly #say: (...facts: Facts) => string;

  /**
   * @param of the code, or the reason, which has a code
   * @param example facts for the text that the documentation shows
   */
  constructor(of: ErrorCode | RefusalReason, say: (...facts: Facts) => string, ...example: Facts) {
    if (isErrorCode(of)) this.code = of;
    else {
      this.code = refusalReasons[of].error;
      this.reason = of;
    }
    this.#say = say;
    this.text = say(...example);
  }

  error(...facts: Facts): ApiError {
    return this.errorWith({}, ...facts);
  }

  /** An error with details or headers of its own. */
  errorWith(extras: Omit<ErrorExtras, 'refusal'>, ...facts: Facts): ApiError {
    return new ApiError(this.code, this.#say(...facts), { ...extras, refusal: this });
  }
}

/** 409: the present state of a resource does not allow the request. */
export function conflict<Facts extends unknown[] = []>(say: string | ((...facts: Facts) => string), ...example: Facts) {
  return new Refusal('CONFLICT', typeof say === 'string' ? () => say : say, ...example);
}

/** 404, the same for a resource that never existed and for a resource of another workspace or user. */
export function notFound(what: string): Refusal {
  return new Refusal('NOT_FOUND', () => `There is no such ${what}.`);
}

/** 402, whose body and headers differ from every other refusal (contract.md §6). */
export class InsufficientCredits extends Error {
  override readonly name = 'InsufficientCredits';
  readonly required: number;
  readonly balance: number;

  constructor(required: number, balance: number) {
    super(`${required} credits are needed, ${balance} are left`);
    this.required = required;
    this.balance = balance;
  }
}

/** A refusal that a browser receives by a redirect to a trusted address. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly location: string;

  constructor(location: string) {
    super('the browser is redirected');
    this.location = location;
  }
}

/** A refusal that a browser receives as a page of its own. */
export class ShownPage extends Error {
  override readonly name = 'ShownPage';
  readonly status: 200 | 400 | 401;
  readonly page: Page;

  constructor(status: 200 | 400 | 401, page: Page) {
    super('a page is shown');
    this.status = status;
    this.page = page;
  }
}

export const notValid = new Refusal('VALIDATION_ERROR', () => 'The request is not valid: see details.');

/** 400 with the faults of each field, by the field's name. */
export function invalid(details: FieldErrors): ApiError {
  return notValid.errorWith({ details });
}

/** 402, as an entry in a list of refusals. */
export const creditsShort: AnyRefusal = {
  code: 'INSUFFICIENT_CREDITS',
  text: 'The balance does not suffice.',
};
