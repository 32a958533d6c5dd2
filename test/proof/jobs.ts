import { film } from '../support/publishing';
import type { Media, SourceAnswer } from '../support/mediaSource';
import type { Job } from './caller';
import type { Stage } from './stage';

export type MakeJob = (
  name: string,
  source?: SourceAnswer | ((nth: number) => SourceAnswer),
  overrides?: Record<string, unknown>,
) => [Job, Media];

/** A job whose key and title begin with the mark, for the channel that is in order. */
export function jobsOf({ media, connections }: Stage, mark: string): MakeJob {
  return (name, source = { bytes: film }, overrides = {}) => {
    const idempotencyKey = `${mark} ${name}`;
    const served = media.serve(source);
    const payload = { title: idempotencyKey, privacy: 'private' };
    const job = { connectionId: connections.good, type: 'video', payload, mediaUrl: served.url, idempotencyKey };
    return [{ ...job, ...overrides }, served];
  };
}
