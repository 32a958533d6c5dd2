import { errors } from 'undici';

/** The reason why an outgoing request was not made, or got no answer. */
export type OutboundReason = keyof typeof explanations;

const explanations = {
  invalid_url: 'The URL cannot be requested.',
  blocked_address: 'The URL must name a public host, and a port that is used for HTTP.',
  dns_error: 'The host name could not be resolved.',
  connection_refused: 'No connection to the host could be made.',
  connection_reset: 'The host closed the connection before its answer was complete.',
  timeout: 'The host did not answer in time.',
  tls_error: 'No secure connection could be made: the certificate or the TLS of the host is not acceptable.',
  protocol_error: 'The host answered with invalid HTTP.',
  too_many_redirects: 'The host redirected too often.',
  insecure_redirect: 'The host redirected from https to http.',
  aborted: 'The request was stopped.',
} as const;

/**
 * A request that was refused here, or that failed on its way.
 *
 * `message` may be shown to the caller who gave the URL: it tells no address of a host name. `cause` may: logs only.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string = explanations[reason], options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Error codes of Node (errno, X509), llhttp and undici. */
const reasonsByCode: readonly (readonly [RegExp, OutboundReason])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'connection_refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'connection_reset'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$)/, 'tls_error'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'protocol_error'],
  [/^UND_ERR_(ABORTED|CLOSED|DESTROYED)$/, 'aborted'],
];

/**
 * The OutboundError for an error of Node or undici; undefined for an error that does not come from the network.
 *
 * For errors met while reading a body: bodies are handed over untouched, so their errors come raw.
 */
export function outboundErrorOf(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error;
  if (error instanceof errors.HTTPParserError) return new OutboundError('protocol_error', undefined, { cause: error });
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const reason = reasonsByCode.find(([pattern]) => pattern.test(code))?.[1];
  return reason && new OutboundError(reason, undefined, { cause: error });
}
