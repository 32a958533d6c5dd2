import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';

const later = 'Retry later.';

/** The failures of a request without an answer. */
export interface NoAnswer {
  /** No answer came: the connection was refused or cut. `error` is undici's or the socket's. */
  readonly broken: (platform: string, error: unknown) => PublishFailure;
  /** The answer was not whole in time. */
  readonly late: (platform: string, limitMs: number) => PublishFailure;
}

/** The failures of a request without media. */
export const ofCall: NoAnswer = {
  broken: (platform, cause) => unavailable(`${platform} could not be reached (${codeOf(cause)}).`, cause),
  late: (platform, limitMs) => unavailable(`${platform} gave no whole answer within ${seconds(limitMs)}.`),
};

/** The failures of a request that brings media. The platform may have kept the bytes that arrived. */
export const ofMedia: NoAnswer = {
  broken: (platform, cause) =>
    notTaken(`The connection to ${platform} broke while media was sent (${codeOf(cause)}).`, cause),
  late: (platform, limitMs) =>
    notTaken(`${platform} took no more media and gave no whole answer for ${seconds(limitMs)}.`),
};

function unavailable(seen: string, cause?: unknown): PublishFailure {
  return new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: later }, { transient: true, cause });
}

function notTaken(seen: string, cause?: unknown): PublishFailure {
  return new PublishFailure('UPLOAD_FAILED', { seen, todo: later }, { transient: true, cause });
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** The failure of a request that was not written, because the caller's lease ended before. */
export function tooLate(platform: string): PublishFailure {
  const seen = `There was no time left to make the call to ${platform}, so it was not made.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: later }, { transient: true, isRefusal: true });
}

/** A success whose body does not fit the documentation. Its outcome counts as unknown, so the failure is transient. */
export function incomprehensible(platform: string, expected: string): PublishFailure {
  return unavailable(`${platform} answered without ${expected}.`);
}

const NetworkFault = z.object({ code: z.string() });

/** The machine's name of a network fault, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  return NetworkFault.safeParse(error).data?.code ?? 'unknown fault';
}
