import { paced } from '../../domain/pace';

/** How long an adapter waits for its platform, in milliseconds. */
export interface Patience {
  /** For the whole answer to a request, counted from the request's last byte. */
  readonly answerMs: number;
  /** The same for a request that brings media; also for the platform to take more bytes of them. */
  readonly mediaMs: number;
}

/** The usual patience of adapters: no documented call takes longer. */
export function usualPatience(): Patience {
  return { answerMs: paced(30_000), mediaMs: 120_000 };
}
