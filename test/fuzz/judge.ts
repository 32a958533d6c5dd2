import type { Answer, Json } from '../support/actors';
import { partOf } from '../support/callers/schemaFaults';
import type { Keys } from '../support/callers/schemaFaults';
import type { OwnRequest } from '../tenancy/requests';
import type { Document, Operation } from './operations';

/** The faults of a request by the document; empty where the document describes the request. */
export function wrongsOf({ faultsOf }: Document, document: Json, operation: Operation, request: OwnRequest): string[] {
  const { parameters, bodyKeys, formKeys } = operation;
  const wrong = parameters.flatMap(({ name, part, isRequired, schemaKeys }) => {
    const value = request[part][part === 'headers' ? name.toLowerCase() : name];
    if (value === undefined) return isRequired ? [`${name} is missing`] : [];
    return faultsOf(schemaKeys, typed(partOf(document, schemaKeys), value)).map((fault) => `${name} ${fault}`);
  });
  const inBody = bodyKeys === null ? [] : faultsOf(bodyKeys, request.body).map((fault) => `body ${fault}`);
  const inForm = formKeys === null ? [] : faultsOf(formKeys, request.form).map((fault) => `form ${fault}`);
  return [...wrong, ...inBody, ...inForm];
}

/** A parameter comes as a text, whatever its type (OpenAPI 3.1, Parameter Object, style `simple` and `form`). */
function typed({ type }: Json, text: string): unknown {
  const types = [type].flat();
  if (types.some((one) => one === 'integer' || one === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && ['true', 'false'].includes(text)) return text === 'true';
  return text;
}

/**
 * The faults of an answer: a fault of the service, a success of a request that the document forbids, a refusal of the
 * form of a request that it accepts, a status that it does not name, or a body that it does not describe. A validation
 * that finds faults is no success, nor is a browser sent back with an error (RFC 6749 §4.1.2.1).
 */
export function faultsOfAnswer(
  { faultsOf }: Document,
  document: Json,
  { method, responseKeys }: Operation,
  { status, headers, body }: Answer,
  wrongs: readonly string[] | null,
): string[] {
  if (status >= 500) return [`a fault of the service: ${status} ${JSON.stringify(body)}`];
  const isRefused = status >= 400 || body.valid === false || isSentBack({ headers });
  if (!isRefused && wrongs && wrongs.length > 0) return [`${status}, although ${wrongs.join('; ')}`];
  if (status === 400 && wrongs?.length === 0) {
    const unsaid = unsaidFaults(body);
    if (unsaid.length > 0) return [`400, although the document accepts it: ${unsaid.join('; ')}`];
  }
  const keys =
    described(document, [...responseKeys, String(status)]) ?? described(document, [...responseKeys, 'default']);
  if (!keys) return [`${status}, which the document does not name`];
  if (!headers.get('x-request-id')) return ['an answer without X-Request-Id'];
  const { content } = partOf(document, keys);
  if (method === 'head' || content === undefined) return body === '' ? [] : ['a body where the document has none'];
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (!content[mediaType]) return [`${status} of the type ${mediaType}`];
  if (mediaType !== 'application/json') return [];
  return faultsOf([...keys, 'content', mediaType, 'schema'], body).map((fault) => `${status}: ${fault}`);
}

/** Whether a browser is sent on with an error. */
export function isSentBack({ headers }: Pick<Answer, 'headers'>): boolean {
  return /[?&]error=/.test(headers.get('location') ?? '');
}

/** The faults of a 400 that a schema could have reported. */
function unsaidFaults({ details = {} }: Json): string[] {
  return Object.entries<Json>(details).flatMap(([field, messages]) =>
    (Array.isArray(messages) ? messages : [])
      .map((message) => `${field} ${message}`)
      .filter((fault) => !inWords.some((known) => known.test(fault))),
  );
}

/** Rules that descriptions state in words, because no schema can. */
const inWords: readonly RegExp[] = [
  // It is no text of JSON.
  /well-formed Unicode|nested deeper/,
  // It depends on the connection, whose platform decides which fields a payload has.
  /^payload\.|is not offered|no content type takes more|is a connection to|belongs to another organization/,
  // It depends on other rows, on another field, on the caller or on the clock.
  /is in use|is wrong|is not known|those that were offered|upload session of this workspace/,
  /the same as the header|is required with the outcome|shows no such|is the post of another|does not fit the body|is not signed|is published$|days ahead|years 1 and 9999/,
  // It takes an algorithm: the parser of addresses, the rules for hosts, the tables of languages and time zones.
  /absolute http\(s\) URL|public (?:address|host)|address that Stripe takes|language tag|IANA name/,
];

/** The place of a response, through its reference. */
function described(document: Json, keys: Keys): Keys | undefined {
  const found = keys.reduce((node: Json, key) => node?.[key], document);
  return found?.$ref === undefined ? found && keys : found.$ref.split('/').slice(1);
}
