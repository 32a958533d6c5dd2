import type { Answer } from '../http/sendAnswer';
import { apiErrors, oauthErrors, uploadErrors } from './errorCatalogue';
import type { ApiErrorName, ErrorDescription, OauthErrorName } from './errorCatalogue';

/** The answer an error of the API makes; `changes` replace single fields of its description. */
export function apiErrorAnswer(name: ApiErrorName, changes: Partial<ErrorDescription> = {}): Answer {
  const described: ErrorDescription = { ...apiErrors[name], ...changes };
  const {
    status,
    message,
    domain = 'global',
    reason = name,
    location,
    locationType,
    rpcStatus,
    headers = {},
  } = described;
  const isScopeError = name === 'insufficientPermissions';
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
    body: {
      error: {
        code: status,
        message: isScopeError ? 'Request had insufficient authentication scopes.' : message,
        errors: [
          {
            message,
            ...(domain && { domain }),
            reason,
            ...(location !== undefined && { location }),
            ...(locationType && { locationType }),
          },
        ],
        ...(rpcStatus && { status: rpcStatus }),
        ...(isScopeError && { details: [scopeDetail] }),
      },
    },
  };
}

const scopeDetail = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  domain: 'googleapis.com',
  metadata: { service: 'youtube.googleapis.com' },
};

/** The answer an error of the token endpoints makes (RFC 6749, 5.2). */
function oauthErrorAnswer(name: OauthErrorName, description: string = oauthErrors[name].description): Answer {
  return {
    status: oauthErrors[name].status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: { error: name, error_description: description },
  };
}

/** The answer that a refusal of the upload server itself makes. */
function uploadErrorAnswer(words: string): Answer {
  return { status: 400, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: words };
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

/** The exception that makes the router answer with an error of the API. */
export function refuse(name: ApiErrorName, changes?: Partial<ErrorDescription>): Refused {
  return new Refused(apiErrorAnswer(name, changes));
}

/** The exception that makes the router answer with an error of the token endpoints. */
export function refuseOauth(name: OauthErrorName, description?: string): Refused {
  return new Refused(oauthErrorAnswer(name, description));
}

const isApiErrorName = (name: string): name is ApiErrorName => name in apiErrors;
const isOauthErrorName = (name: string): name is OauthErrorName => name in oauthErrors;

/** Every documented error by name, for faults. */
export const documentedErrors: ReadonlyMap<string, Answer> = new Map([
  ...Object.keys(apiErrors)
    .filter(isApiErrorName)
    .map((name) => [name, apiErrorAnswer(name)] as const),
  ...Object.keys(oauthErrors)
    .filter(isOauthErrorName)
    .map((name) => [name, oauthErrorAnswer(name)] as const),
  ...Object.entries(uploadErrors).map(([name, words]) => [name, uploadErrorAnswer(words)] as const),
]);
