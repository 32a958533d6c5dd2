import { stdSerializers } from 'pino';

/**
 * Keys in lower case whose values are never shown, at any depth. `parameters`: values bound to a failed statement. `detail`,
 * `where`: whole rows, which PostgreSQL repeats beside its words (its manual, "Error and Notice Message Fields"). `fields`, `errors`: the same of Sequelize.
 */
const secretKeys: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'accesstoken',
  'refreshtoken',
  'apikey',
  'session',
  'clientsecret',
  'webhooksecret',
  'secretkey',
  'secretskeys',
  'sessionkeys',
  'databaseurl',
  'credentials',
  'password',
  'currentpassword',
  'newpassword',
  'passwordhash',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'code_verifier',
  'parameters',
  'detail',
  'where',
  'fields',
  'errors',
  'signed_request',
  'set-cookie',
  'x-webhook-signature',
  'x-webhook-signature-previous',
  'webhook-signature',
]);
/** Beyond it nothing is shown: a log line is no place for it, and rings end here. */
const depthMax = 6;

/**
 * A copy for the log, errors as their serialized form, without the values of secret keys. (pino's own redaction knows
 * no "at any depth", and takes 40 µs a line for these keys at four depths; this takes 1.)
 */
export function redact(record: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      secretKeys.has(key.toLowerCase())
        ? '[redacted]'
        : redactValue(key === 'sql' ? withoutTexts(value) : value, depth),
    ]),
  );
}

/** A statement without the texts in it: Sequelize writes the values of a search there. */
function withoutTexts(sql: unknown): unknown {
  return typeof sql === 'string' ? sql.replace(/'(?:[^']|'')*'/g, "'…'") : sql;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthMax) return '[too deep]';
  if (value instanceof Error) return redact(stdSerializers.err(value), depth + 1);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return redactValue(value.toJSON(), depth + 1);
  return redact(value, depth + 1);
}
