import { z } from 'zod';
import type { PayloadField } from '../../domain/payload/payload';

const licenses = ['youtube', 'creativeCommon'] as const;
const byYouTube = 'Left out: as YouTube does by itself.';

const yesOrNo = (name: string, label: string, description: string): PayloadField => ({
  name,
  label,
  type: 'boolean',
  required: false,
  description: `${description} ${byYouTube}`,
});

/** Fields that nothing is sent for where the payload leaves them out (resource page `videos`). */
export const detailFields: readonly PayloadField[] = [
  yesOrNo(
    'containsSyntheticMedia',
    'Altered or synthetic content',
    'Whether the video shows realistic content that was altered or generated.',
  ),
  yesOrNo('hasPaidPromotion', 'Paid promotion', 'Whether somebody paid for a product that the video shows.'),
  {
    name: 'defaultLanguage',
    label: 'Language',
    type: 'string',
    required: false,
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    patternFault: 'must be a language tag such as en or pt-BR (BCP 47)',
    description: `The language of title and description as a tag of BCP 47, such as en or pt-BR. ${byYouTube}`,
  },
  {
    name: 'license',
    label: 'Licence',
    type: 'enum',
    required: false,
    options: licenses,
    description: `YouTube's own licence, or Creative Commons (CC BY). ${byYouTube}`,
  },
  yesOrNo('embeddable', 'Embedding', 'Whether other sites may show the video in their pages.'),
  yesOrNo('publicStatsViewable', 'Public statistics', 'Whether everybody sees the extended statistics of the video.'),
  {
    name: 'recordingDate',
    label: 'Recorded on',
    type: 'string',
    required: false,
    format: 'date',
    description: `The day on which the video was recorded, such as 2026-07-31. ${byYouTube}`,
  },
];

/** `videos.insert` alone takes it, as a parameter. */
export const notifySubscribers: PayloadField = {
  ...yesOrNo('notifySubscribers', 'Notify subscribers', 'Whether YouTube tells the subscribers of the new video.'),
  fixedWithUpload: true,
};

export const DetailsPayload = z.object({
  containsSyntheticMedia: z.boolean().optional(),
  hasPaidPromotion: z.boolean().optional(),
  defaultLanguage: z.string().optional(),
  license: z.enum(licenses).optional(),
  embeddable: z.boolean().optional(),
  publicStatsViewable: z.boolean().optional(),
  recordingDate: z.string().optional(),
});
type DetailsPayload = z.infer<typeof DetailsPayload>;

/**
 * The writable fields of two parts of a video, which are read and written only where the payload sets a field of them. An
 * update replaces a part whole, so a place that the owner has set is read and sent back.
 */
const parts = {
  recordingDetails: z
    .object({
      recordingDate: z.string().optional(),
      location: z.record(z.string(), z.unknown()).optional(),
      locationDescription: z.string().optional(),
    })
    .optional(),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean().optional() }).optional(),
};
export const Details = z.object(parts);
export type Details = z.infer<typeof Details>;

/** The schemas of the parts that the payload sets a field of. */
export function detailPartsOf({ recordingDate, hasPaidPromotion }: DetailsPayload): z.ZodRawShape {
  const { recordingDetails, paidProductPlacementDetails } = parts;
  return {
    ...(recordingDate !== undefined && { recordingDetails }),
    ...(hasPaidPromotion !== undefined && { paidProductPlacementDetails }),
  };
}

/** The parts with the values of the payload. A value that says the same already stays as it is written. */
export function withDetails({ recordingDate, hasPaidPromotion }: DetailsPayload, current: Details | null): Details {
  const { recordingDetails: recorded, paidProductPlacementDetails: paid } = current ?? {};
  const isSameDay = recordingDate === undefined || recorded?.recordingDate?.startsWith(recordingDate) === true;
  const isSaid = current !== null && (paid?.hasPaidProductPlacement ?? false) === hasPaidPromotion;
  return {
    ...current,
    ...(!isSameDay && { recordingDetails: { ...recorded, recordingDate: `${recordingDate}T00:00:00Z` } }),
    ...(hasPaidPromotion !== undefined &&
      !isSaid && { paidProductPlacementDetails: { hasPaidProductPlacement: hasPaidPromotion } }),
  };
}

/** What the payload sets of `status`. YouTube may leave out a `containsSyntheticMedia` that is false. */
export function statusDetails(
  { containsSyntheticMedia, license, embeddable, publicStatsViewable }: DetailsPayload,
  current: { readonly containsSyntheticMedia?: boolean | undefined } | null,
) {
  const isSaid = current !== null && (current.containsSyntheticMedia ?? false) === containsSyntheticMedia;
  return {
    ...(containsSyntheticMedia !== undefined && !isSaid && { containsSyntheticMedia }),
    ...(license !== undefined && { license }),
    ...(embeddable !== undefined && { embeddable }),
    ...(publicStatsViewable !== undefined && { publicStatsViewable }),
  };
}

/** What the payload sets of `snippet`. Letters of a language tag have no case (RFC 5646 §2.1.1). */
export function snippetDetails(
  { defaultLanguage }: DetailsPayload,
  current: { readonly defaultLanguage?: string | undefined } | null,
) {
  if (defaultLanguage === undefined) return {};
  return current?.defaultLanguage?.toLowerCase() === defaultLanguage.toLowerCase() ? {} : { defaultLanguage };
}
