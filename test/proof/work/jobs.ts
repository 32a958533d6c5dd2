import { kinds, nthKind, oneOfEachPlatform, requestOf } from '../../kinds';
import type { Audience, Kind } from '../../kinds';
import type { Publisher } from '../../../platforms/Publisher';
import { film } from '../../support/runs/publishing';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import type { Job } from '../caller';
import type { Stage } from '../stage';

/** Kinds whose media go through a session: a job of theirs stands in the middle of its upload while its source does. */
export const kindsWithSessions = kinds.filter((kind) => {
  const { upload } = publisherOf(kind);
  return upload?.kind === 'resumable' || (upload?.kind === 'byMedia' && kind.mediaType.startsWith('video/'));
});

/** The first of those of each platform. */
export const uploadingKinds = oneOfEachPlatform(kindsWithSessions);

const [firstUploading, ...othersUploading] = uploadingKinds;
let turn = 0;
/** The first of `uploadingKinds`, and one of the others in turn: a workload does not grow with the platforms. */
export const twoUploadingKinds = (): Kind[] => [firstUploading!, nthKind(turn++, othersUploading)];

/** Kinds whose published posts can be changed. */
export const updatableKinds = kinds.filter((kind) => publisherOf(kind).update !== undefined);

function publisherOf({ create, type }: Kind): Publisher {
  return create('http://127.0.0.1:1').publishers.get(type)!;
}

/** The platform whose channels are connected and lost in every way. */
export const publishedTo = 'youtube';
export const connectedKinds = kinds.filter(({ platform }) => platform === publishedTo);

/** By the number of the request, from 1, and by the place of the medium among those of the post, from 0. */
type Source = SourceAnswer | ((nth: number, item: number) => SourceAnswer);

/** A job of the kind whose title is its key, for the channel of its platform that is in order, and its media. */
export function jobOf(
  { media, channels }: Pick<Stage, 'media' | 'channels'>,
  kind: Kind,
  idempotencyKey: string,
  source: Source,
  { audience = 'private', ...overrides }: Record<string, unknown> & { audience?: Audience } = {},
): [Job, Media[]] {
  const marked = ({ bytes, ...how }: SourceAnswer): SourceAnswer =>
    bytes && kind.mark ? { ...how, bytes: kind.mark(bytes, idempotencyKey) } : { ...how, ...(bytes && { bytes }) };
  const own = (item: number) =>
    typeof source === 'function' ? (nth: number) => marked(source(nth, item)) : marked(source);
  const served = Array.from({ length: kind.mediaCount }, (_, item) => media.serve(own(item)));
  const urls = served.map(({ url }) => url);
  const request = requestOf(kind, kind.payload(idempotencyKey, audience), urls);
  return [{ connectionId: channels[kind.platform], ...request, idempotencyKey, ...overrides }, served];
}

export type MakeJob = (
  name: string,
  source?: Source,
  overrides?: Record<string, unknown> & { audience?: Audience },
) => [Job, Pick<Media, 'resume'>];

/** A job of each kind in turn, whose key and title begin with the mark, for the channel of its platform that is in order. */
export function jobsOf(stage: Stage, mark: string, among: readonly Kind[] = kinds): MakeJob {
  let made = 0;
  return (name, source, overrides) => {
    const kind = nthKind(made++, among);
    const answer = source ?? { bytes: kind.media(film.length) };
    const [job, served] = jobOf(stage, kind, `${mark} ${name}`, answer, overrides);
    return [job, { resume: () => served.forEach(({ resume }) => resume()) }];
  };
}
