import { kinds, nthKind, oneOfEachPlatform, requestOf } from '../../kinds';
import type { Audience, Kind } from '../../kinds';
import type { RemovalMode } from '../../../domain/platform';
import type { Publisher } from '../../../platforms/Publisher';
import { film } from '../../support/runs/publishing';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import type { Assignment } from '../caller';
import type { Stage } from '../stage';

/** Kinds whose media go through a session: an assignment of theirs stands in the middle of its upload while its source does. */
export const kindsWithSessions = kinds.filter((kind) => {
  const { upload } = publisherOf(kind);
  return upload?.kind === 'resumable' || (upload?.kind === 'byMedia' && kind.mediaType.startsWith('video/'));
});

/** The first kind with sessions of each platform. */
export const uploadingKinds = oneOfEachPlatform(kindsWithSessions);

const [firstUploading, ...othersUploading] = uploadingKinds;
let turn = 0;
/** The first of `uploadingKinds`, and one of the others in turn: a workload does not grow with the platforms. */
export const twoUploadingKinds = (): Kind[] => [firstUploading!, nthKind(turn++, othersUploading)];

/** Kinds whose published posts can be given another title. */
export const updatableKinds = kinds.filter((kind) => {
  const { update, capabilities } = publisherOf(kind);
  const title = capabilities.payloadFields.find(({ name }) => name === kind.titleField);
  return update !== undefined && title?.editableAfterPublish === true;
});

/** Tells whether the public posts of a kind can be taken down. */
export const isRemovable = (kind: Kind): boolean => removalModesOf(kind).length > 0;

/** A kind whose public posts can be taken down, of each platform. */
export const removableKinds = oneOfEachPlatform(kinds.filter(isRemovable));

/** The ways in which the public posts of a kind can be taken down. */
export function removalModesOf(kind: Kind): readonly RemovalMode[] {
  return publisherOf(kind).capabilities.removal;
}

function publisherOf({ create, type }: Kind): Publisher {
  return create('http://127.0.0.1:1').publishers.get(type)!;
}

/** The platform whose channels are connected and lost in every way. */
export const publishedTo = 'youtube';
export const connectedKinds = kinds.filter(({ platform }) => platform === publishedTo);

/** The answer of a media source, by the number of the request, from 1, and the medium's place in its post, from 0. */
type Source = SourceAnswer | ((nth: number, item: number) => SourceAnswer);

/** An assignment of the kind whose title is its key, for the channel of its platform that is in order, and its media. */
export function assignmentOf(
  { media, channels }: Pick<Stage, 'media' | 'channels'>,
  kind: Kind,
  idempotencyKey: string,
  source: Source,
  { audience = 'private', ...overrides }: Record<string, unknown> & { audience?: Audience } = {},
): [Assignment, Media[]] {
  const marked = ({ bytes, ...how }: SourceAnswer): SourceAnswer =>
    bytes && kind.mark ? { ...how, bytes: kind.mark(bytes, idempotencyKey) } : { ...how, ...(bytes && { bytes }) };
  const own = (item: number) =>
    typeof source === 'function' ? (nth: number) => marked(source(nth, item)) : marked(source);
  const served = Array.from({ length: kind.mediaCount }, (_, item) => media.serve(own(item)));
  const urls = served.map(({ url }) => url);
  const request = requestOf(kind, kind.payload(idempotencyKey, audience), urls);
  return [{ connectionId: channels[kind.platform], ...request, idempotencyKey, ...overrides }, served];
}

export type MakeAssignment = (
  name: string,
  source?: Source,
  overrides?: Record<string, unknown> & { audience?: Audience },
) => [Assignment, Pick<Media, 'resume'>];

/** An assignment of each kind in turn, whose key and title begin with the mark, for the channel of its platform that is in order. */
export function assignmentsOf(stage: Stage, mark: string, among: readonly Kind[] = kinds): MakeAssignment {
  let made = 0;
  return (name, source, overrides) => {
    const kind = nthKind(made++, among);
    const answer = source ?? { bytes: kind.media(film.length) };
    const [assignment, served] = assignmentOf(stage, kind, `${mark} ${name}`, answer, overrides);
    return [assignment, { resume: () => served.forEach(({ resume }) => resume()) }];
  };
}
