import type { Answer } from '../http/sendAnswer';
import { graphErrors } from './errorCatalogue';
import type { ErrorDescription, GraphErrorName } from './errorCatalogue';
import { newTrace } from './ids';
import { uploadErrors } from './uploadErrors';
import type { UploadErrorName } from './uploadErrors';

/** The headers of every answer of the Graph host, errors included (reference §11). */
export const graphHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Facebook-API-Version': 'v27.0',
  'X-App-Usage': usage(0),
  'Cache-Control': 'private, no-cache, no-store, must-revalidate',
  'Access-Control-Allow-Origin': '*',
};

/** The value of `X-App-Usage`: percents. */
export function usage(percent: number): string {
  return JSON.stringify({ call_count: percent, total_cputime: percent, total_time: percent });
}

/** The answer that an error of the Graph host makes; `changes` replace single fields of its description. */
export function graphErrorAnswer(name: GraphErrorName, changes: Partial<ErrorDescription> = {}): Answer {
  const error: ErrorDescription = { ...graphErrors[name], ...changes };
  const { status = 400, code, message, subcode, type = 'OAuthException', challenge = 'invalid_request' } = error;
  return {
    status,
    headers: {
      ...graphHeaders,
      ...(status < 500 && { 'WWW-Authenticate': `OAuth "Facebook Platform" "${challenge}" "${forHeader(message)}"` }),
      ...error.headers,
    },
    body: {
      error: {
        message,
        type,
        code,
        ...(error.data && { error_data: error.data }),
        ...(subcode && { error_subcode: subcode }),
        ...(error.isTransient !== undefined && { is_transient: error.isTransient }),
        ...(error.userTitle && { error_user_title: error.userTitle }),
        ...(error.userMessage && { error_user_msg: error.userMessage }),
        fbtrace_id: newTrace(),
      },
    },
  };
}

/** A text as a quoted string of a header may have it. */
function forHeader(text: string): string {
  return text.replace(/[^ -~]/g, '?').replace(/["\\]/g, "'");
}

/** The answer that a refusal of the rupload host makes. */
export function uploadErrorAnswer(name: UploadErrorName, status = 400): Answer {
  const { isRetriable, type, message } = uploadErrors[name];
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8' },
    body: { debug_info: { retriable: isRetriable, type, message } },
  };
}

/** Thrown by a handler; the router answers with it. */
export class Refused extends Error {
  override name = 'Refused';
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}

/** The exception that makes the router answer with an error of the Graph host. */
export function refuse(name: GraphErrorName, changes?: Partial<ErrorDescription>): Refused {
  return new Refused(graphErrorAnswer(name, changes));
}

/** The exception for a parameter that is missing or wrong; `problem` says which and how. */
export function refuseParameter(problem: string): Refused {
  return refuse('invalidParameter', { message: `(#100) ${problem}` });
}

const isGraphErrorName = (name: string): name is GraphErrorName => Object.hasOwn(graphErrors, name);
const isUploadErrorName = (name: string): name is UploadErrorName => Object.hasOwn(uploadErrors, name);

/** Every documented error by name, for faults. */
export const documentedErrors: ReadonlyMap<string, Answer> = new Map([
  ...Object.keys(graphErrors)
    .filter(isGraphErrorName)
    .map((name) => [name, graphErrorAnswer(name)] as const),
  ...Object.keys(uploadErrors)
    .filter(isUploadErrorName)
    .map((name) => [name, uploadErrorAnswer(name)] as const),
]);
