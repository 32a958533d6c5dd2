import type { IncomingHttpHeaders } from 'node:http';

/** What YouTube answered, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 1 MiB; the rest is not read. */
  readonly text: string;
  readonly secrets: readonly string[];
}
