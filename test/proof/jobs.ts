import { nthKind } from '../kinds';
import { film } from '../support/publishing';
import type { Media, SourceAnswer } from '../support/mediaSource';
import type { Job } from './caller';
import type { Stage } from './stage';

export type MakeJob = (
  name: string,
  source?: SourceAnswer | ((nth: number) => SourceAnswer),
  overrides?: Record<string, unknown>,
) => [Job, Media];

/** A job of each kind in turn, whose key and title begin with the mark, for the channel that is in order. */
export function jobsOf({ media, connections }: Stage, mark: string): MakeJob {
  let made = 0;
  return (name, source = { bytes: film }, overrides = {}) => {
    const idempotencyKey = `${mark} ${name}`;
    const served = media.serve(source);
    const { type, ...kind } = nthKind(made++);
    const payload = kind.payload(idempotencyKey, 'private');
    const job = { connectionId: connections.good, type, payload, mediaUrl: served.url, idempotencyKey };
    return [{ ...job, ...overrides }, served];
  };
}
