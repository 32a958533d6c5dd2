import { kinds, nthKind, requestOf } from '../kinds';
import type { Audience, Kind } from '../kinds';
import { film } from '../support/publishing';
import type { Media, SourceAnswer } from '../support/mediaSource';
import type { Job } from './caller';
import type { Stage } from './stage';

/** Kinds whose media go through a session: a job of theirs stands in the middle of its upload while its source does. */
export const kindsWithSessions = kinds.filter(({ calls }) => calls.cancelUpload !== null);

/** The first of those of each platform. */
export const uploadingKinds = [
  ...new Map(kindsWithSessions.toReversed().map((kind) => [kind.platform, kind])).values(),
];

/** The platform whose channels the workload connects, by a browser. */
export const publishedTo = 'youtube';
export const connectedKinds = kinds.filter(({ platform }) => platform === publishedTo);

export type MakeJob = (
  name: string,
  source?: SourceAnswer | ((nth: number) => SourceAnswer),
  overrides?: Record<string, unknown> & { audience?: Audience },
) => [Job, Pick<Media, 'resume'>];

/** A job of each kind in turn, whose key and title begin with the mark, for the channel of its platform that is in order. */
export function jobsOf({ media, channels }: Stage, mark: string, among: readonly Kind[] = kinds): MakeJob {
  let made = 0;
  return (name, source, { audience = 'private', ...overrides } = {}) => {
    const idempotencyKey = `${mark} ${name}`;
    const kind = nthKind(made++, among);
    const bytes = kind.media(film.length);
    const served = Array.from({ length: kind.mediaCount }, () => media.serve(source ?? { bytes }));
    const urls = served.map(({ url }) => url);
    const request = requestOf(kind, kind.payload(idempotencyKey, audience), urls);
    const job = { connectionId: channels[kind.platform], ...request, idempotencyKey };
    return [{ ...job, ...overrides }, { resume: () => served.forEach((one) => one.resume()) }];
  };
}
