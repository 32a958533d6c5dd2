import { z } from 'zod';
import type { ApiErrorName } from './errorCatalogue';
import { refuse } from './errors';
import { VideoMetadata } from './records';

/** The categories a video may be put in (videoCategories.list, assignable ones). */
const assignableCategories = new Set('1 2 10 15 17 19 20 22 23 24 25 26 27 28 29'.split(' '));

const WrittenVideo = z.object({
  id: z.string().optional(),
  snippet: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      categoryId: z.string().optional(),
      defaultLanguage: z.string().optional(),
      defaultAudioLanguage: z.string().optional(),
    })
    .optional(),
  status: z
    .object({
      privacyStatus: z.string().optional(),
      publishAt: z.string().optional(),
      license: z.string().optional(),
      embeddable: z.boolean().optional(),
      publicStatsViewable: z.boolean().optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
    })
    .optional(),
  recordingDetails: z.object({ recordingDate: z.string().optional() }).optional(),
  localizations: z.record(z.string(), z.unknown()).optional(),
});

/** A video resource as a caller writes it, before its rules are checked. */
export type WrittenVideo = z.infer<typeof WrittenVideo>;

const errorOfField: Partial<Record<string, ApiErrorName>> = {
  'snippet.title': 'invalidTitle',
  'snippet.description': 'invalidDescription',
  'snippet.tags': 'invalidTags',
  'snippet.categoryId': 'invalidCategoryId',
  'status.privacyStatus': 'forbiddenPrivacySetting',
  'status.publishAt': 'invalidPublishAt',
  'status.license': 'forbiddenLicenseSetting',
};

/** Reads a JSON video resource; an empty text is an empty resource. Throws 400 parseError, or the error of the field of a wrong type. */
export function parseWrittenVideo(text: string): WrittenVideo {
  const result = WrittenVideo.safeParse(parseJson(text.trim() === '' ? '{}' : text));
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path ?? [];
  throw refuse(errorOfField[path.slice(0, 2).join('.')] ?? 'invalidVideoMetadata', {
    location: ['body', ...path].join('.'),
  });
}

/** A null stands for a field that is left out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => value ?? undefined);
  } catch {
    throw refuse('parseError');
  }
}

/** The parts a request sets: those it names. One it names and does not send counts as sent empty, one it does not name as not sent. */
export function pickParts(
  { snippet, status, recordingDetails, localizations }: WrittenVideo,
  parts: readonly string[],
): WrittenVideo {
  return {
    ...(parts.includes('snippet') && { snippet: snippet ?? {} }),
    ...(parts.includes('status') && { status: status ?? {} }),
    ...(parts.includes('recordingDetails') && { recordingDetails: recordingDetails ?? {} }),
    ...(parts.includes('localizations') && localizations && { localizations }),
  };
}

/** What a video is given for the fields its caller leaves out. */
export function completeMetadata(written: WrittenVideo): VideoMetadata {
  const { snippet, status, recordingDetails } = written;
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
  });
}

interface MetadataRule {
  readonly error: ApiErrorName;
  readonly isBroken: (video: WrittenVideo) => boolean;
}

const hasAngleBracket = (text: string) => /[<>]/.test(text);
const isOneOf = (values: readonly string[], value: string | undefined) => value === undefined || values.includes(value);

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
    error: 'forbiddenPrivacySetting',
    isBroken: ({ status }) => !isOneOf(['public', 'unlisted', 'private'], status?.privacyStatus),
  },
  {
    error: 'forbiddenLicenseSetting',
    isBroken: ({ status }) => !isOneOf(['youtube', 'creativeCommon'], status?.license),
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

function isBadPublishAt(status: WrittenVideo['status']): boolean {
  if (status?.publishAt === undefined) return false;
  return status.privacyStatus !== 'private' || !isTimestamp(status.publishAt);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}
