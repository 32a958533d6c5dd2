import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';

/** No answer came: refused, cut, timed out. `error` is undici's or the socket's. */
export function unreachable(platform: string, error: unknown): PublishFailure {
  const message = `${platform} could not be reached (${codeOf(error)}). Retry later.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', message, { transient: true, cause: error });
}

/** The connection failed while media was sent. The platform may have kept the bytes that arrived. */
export function interrupted(platform: string, error: unknown): PublishFailure {
  const message = `The connection to ${platform} broke while media was sent (${codeOf(error)}). Retry later.`;
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true, cause: error });
}

/** The caller's lease ended before the request could be written, so it was not. */
export function tooLate(platform: string): PublishFailure {
  const message = `There was no time left to make the call to ${platform}, so it was not made. Retry later.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', message, { transient: true, isRefusal: true });
}

/** A success whose body is not what the documentation says. Its outcome counts as unknown, so it is transient. */
export function incomprehensible(platform: string, expected: string): PublishFailure {
  const message = `${platform} answered without ${expected}. Retry later.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', message, { transient: true });
}

const NetworkFault = z.object({ code: z.string() });

/** The machine's name of a network fault, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  return NetworkFault.safeParse(error).data?.code ?? 'unknown fault';
}
