import { z } from 'zod';
import type { ApiErrorName } from '../errorCatalogue';
import { refuse } from '../errors';
import type { Refused } from '../errors';
import { videoParts } from '../parts';
import { VideoMetadata } from '../records';

const { privacyStatus, license } = VideoMetadata.shape.status.shape;

const Resource = z.looseObject({
  id: z.string().optional(),
  snippet: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      // Google's own example writes `categoryId: 22` (guide `implementation/partial`).
      categoryId: z.union([z.string(), z.int().transform(String)]).optional(),
      defaultLanguage: z.string().optional(),
      defaultAudioLanguage: z.string().optional(),
    })
    .optional(),
  status: z
    .object({
      privacyStatus: privacyStatus.optional(),
      publishAt: z.string().optional(),
      license: license.optional(),
      embeddable: z.boolean().optional(),
      publicStatsViewable: z.boolean().optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
    })
    .optional(),
  recordingDetails: z.object({ recordingDate: z.string().optional() }).optional(),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean().optional() }).optional(),
  localizations: z.record(z.string(), z.unknown()).optional(),
});

/** The parts of a video that a request sets, before their rules are checked. */
export type WrittenVideo = Pick<
  z.infer<typeof Resource>,
  'id' | 'snippet' | 'status' | 'recordingDetails' | 'paidProductPlacementDetails' | 'localizations'
>;

const errorOfField: Partial<Record<string, ApiErrorName>> = {
  'snippet.title': 'invalidTitle',
  'snippet.description': 'invalidDescription',
  'snippet.tags': 'invalidTags',
  'snippet.categoryId': 'invalidCategoryId',
  'status.publishAt': 'invalidPublishAt',
};

/** The names of the enumerations in errors of Google's front end; that of a licence is assumed. */
const enumerations: Partial<Record<string, string>> = {
  'status.privacyStatus': 'PrivacyStatusWrapper.PrivacyStatus',
  'status.license': 'LicenseWrapper.License',
};

/**
 * Reads a JSON video resource; an empty text is an empty resource. A part that the parameter `part` names and the text
 * does not have counts as sent empty.
 * Throws 400: parseError; `invalid` for an unknown value of an enumeration; the error of the field of a wrong type;
 * unexpectedPart for a part that `part` does not name (reference pages of `videos.insert` and `videos.update`: `part`
 * identifies the properties that the write operation sets).
 */
export function readWrittenVideo(text: string, parts: readonly string[]): WrittenVideo {
  const result = Resource.safeParse(parseJson(text.trim() === '' ? '{}' : text), { reportInput: true });
  if (!result.success) throw refuseField(result.error.issues[0]);
  assertNamed(Object.keys(result.data), parts);
  const { id, localizations } = result.data;
  const named = writtenParts.filter((part) => parts.includes(part));
  return {
    ...(id !== undefined && { id }),
    ...Object.fromEntries(named.map((part) => [part, result.data[part] ?? {}])),
    ...(localizations && { localizations }),
  };
}

const writtenParts = ['snippet', 'status', 'recordingDetails', 'paidProductPlacementDetails'] as const;

/** A null stands for a field that is left out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => value ?? undefined);
  } catch {
    throw refuse('parseError');
  }
}

/** As recorded (github.com/zackmawaldi/YouTube-shorts-generator/issues/17): only the message tells the field. */
function refuseField({ path, input }: Pick<z.core.$ZodIssue, 'path' | 'input'> = { path: [] }): Refused {
  const field = path.slice(0, 2).join('.');
  const type = enumerations[field];
  if (type === undefined)
    return refuse(errorOfField[field] ?? 'invalidVideoMetadata', { location: ['body', ...path].join('.') });
  const place = `'resource.${snakeCase(field)}' (type.googleapis.com/youtube.api.v3.${type})`;
  return refuse('invalidValue', { message: `Invalid value at ${place}, ${JSON.stringify(input)}` });
}

/** The text as recorded for a part of a list call (github.com/madcoda/php-youtube-api/pull/73). */
function assertNamed(sent: readonly string[], named: readonly string[]): void {
  const unexpected = videoParts.filter((part) => part !== 'id' && sent.includes(part) && !named.includes(part));
  if (unexpected.length === 0) return;
  throw refuse('unexpectedPart', { message: unexpected.map((part) => `'${snakeCase(part)}'`).join(', ') });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
