import type { ApiErrorName } from '../errorCatalogue';
import { refuse } from '../errors';
import { VideoMetadata } from '../records';
import { categories } from './videoCategories';
import type { WrittenVideo } from './writtenVideo';

/** The categories a video may be put in. */
const assignableCategories = new Set(categories.filter(({ assignable }) => assignable).map(({ id }) => id));

/** Fills the fields of a video that its caller leaves out. */
export function completeMetadata(written: WrittenVideo): VideoMetadata {
  const { snippet, status, recordingDetails, paidProductPlacementDetails } = written;
  return VideoMetadata.parse({
    snippet: {
      ...snippet,
      title: snippet?.title ?? 'unknown',
      description: snippet?.description ?? '',
      categoryId: snippet?.categoryId ?? '22',
    },
    status: {
      privacyStatus: 'public',
      license: 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      ...status,
    },
    recordingDetails,
    paidProductPlacementDetails: {
      hasPaidProductPlacement: paidProductPlacementDetails?.hasPaidProductPlacement ?? false,
    },
  });
}

interface MetadataRule {
  readonly error: ApiErrorName;
  readonly isBroken: (video: WrittenVideo) => boolean;
}

const hasAngleBracket = (text: string) => /[<>]/.test(text);

/** The rules of the resource page of `videos`, in its order (reference §2.2). */
const rules: readonly MetadataRule[] = [
  { error: 'invalidTitle', isBroken: ({ snippet }) => snippet !== undefined && isBadTitle(snippet.title ?? '') },
  { error: 'invalidDescription', isBroken: ({ snippet }) => isBadDescription(snippet?.description ?? '') },
  { error: 'invalidTags', isBroken: ({ snippet }) => isBadTags(snippet?.tags ?? []) },
  {
    error: 'invalidCategoryId',
    isBroken: ({ snippet }) => snippet?.categoryId !== undefined && !assignableCategories.has(snippet.categoryId),
  },
  {
    error: 'defaultLanguageNotSet',
    isBroken: ({ snippet, localizations }) => localizations !== undefined && snippet?.defaultLanguage === undefined,
  },
  {
    error: 'invalidVideoMetadata',
    isBroken: ({ snippet }) =>
      [snippet?.defaultLanguage, snippet?.defaultAudioLanguage].some((tag) => tag !== undefined && !isLanguage(tag)),
  },
  { error: 'invalidPublishAt', isBroken: ({ status }) => isBadPublishAt(status) },
  {
    error: 'invalidRecordingDetails',
    isBroken: ({ recordingDetails }) =>
      recordingDetails?.recordingDate !== undefined && !isTimestamp(recordingDetails.recordingDate),
  },
];

/** Throws the documented error of the first rule that the resource breaks. */
export function assertMetadata(video: WrittenVideo): void {
  const broken = rules.find(({ isBroken }) => isBroken(video));
  if (broken) throw refuse(broken.error);
}

const characters = (text: string) => Array.from(text).length;

function isBadTitle(title: string): boolean {
  return title.trim() === '' || characters(title) > 100 || hasAngleBracket(title);
}

function isBadDescription(description: string): boolean {
  return Buffer.byteLength(description) > 5000 || hasAngleBracket(description);
}

/** All tags together may have 500 characters; a comma between two counts, and quotation marks around one with a space. */
function isBadTags(tags: readonly string[]): boolean {
  const total = tags.reduce((sum, tag) => sum + characters(tag) + (tag.includes(' ') ? 2 : 0), 0);
  return total + Math.max(0, tags.length - 1) > 500 || tags.some((tag) => tag === '' || hasAngleBracket(tag));
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A tag of BCP 47 whose language has a name. YouTube does not document the error of another; it is assumed. */
function isLanguage(tag: string): boolean {
  try {
    return languages.of(tag) !== undefined;
  } catch {
    return false;
  }
}

function isBadPublishAt(status: WrittenVideo['status']): boolean {
  if (status?.publishAt === undefined) return false;
  return status.privacyStatus !== 'private' || !isTimestamp(status.publishAt);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}
