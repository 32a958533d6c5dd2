import { z } from 'zod';
import { PublishFailure, reportIt } from '../../domain/failures/PublishFailure';
import { mediaUrlLengthMax, urlLengthMax } from '../../domain/limits';
import { jpeg, png } from '../../domain/mediaType';
import type { Payload, PayloadField } from '../../domain/payload/payload';
import type { ContentTypeCapabilities, ExtraField, MediaRules, Recommendations } from '../../domain/platform';

const messageLengthMax = 63_206;

const message: PayloadField = {
  name: 'message',
  label: 'Message',
  type: 'string',
  required: false,
  maxLength: messageLengthMax,
  isMultiline: true,
  editableAfterPublish: true,
  description: `What the post says. At most ${messageLengthMax} characters.`,
};

const title: PayloadField = {
  name: 'title',
  label: 'Title',
  type: 'string',
  required: false,
  maxLength: 255,
  needsVisible: true,
  description: 'Title of the video. At most 255 characters.',
};

const description = (maxLength: number): PayloadField => ({
  name: 'description',
  label: 'Description',
  type: 'string',
  required: false,
  maxLength,
  isMultiline: true,
  editableAfterPublish: true,
  description: `Text beside the video. At most ${maxLength} characters.`,
});

const link: PayloadField = {
  name: 'link',
  label: 'Link',
  type: 'string',
  required: true,
  format: 'url',
  maxLength: urlLengthMax,
  description: 'Address of a page that everybody can open; Facebook shows a preview of it.',
};

const mediaUrls: PayloadField = {
  name: 'mediaUrls',
  label: 'Photos',
  type: 'array',
  required: true,
  items: {
    name: 'mediaUrl',
    label: 'Photo',
    type: 'string',
    required: true,
    format: 'url',
    takesUpload: true,
    maxLength: mediaUrlLengthMax,
    description: 'Where the photo is.',
  },
  minItems: 2,
  maxItems: 10,
  description: 'Where the photos are, in their order: 2 to 10 addresses. Each photo may have 4 MB.',
};

const firstComment: PayloadField = {
  name: 'firstComment',
  label: 'First comment',
  type: 'string',
  required: false,
  maxLength: 8000,
  needsVisible: true,
  isMultiline: true,
  editableAfterPublish: true,
  description:
    'A comment of the page on its own post, made once the post is live. At most 8000 characters. If that fails, the assignment ' +
    'has a warning.',
};

/** A comment needs the permission to manage the engagement of the page. */
export const firstCommentField: ExtraField = { field: 'firstComment', feature: 'comments' };
const extras = [firstCommentField];

const altTextLengthMax = 1000;
const altTextUse = 'for people who do not see the photo';

const altText: PayloadField = {
  name: 'altText',
  label: 'Alternative text',
  type: 'string',
  required: false,
  maxLength: altTextLengthMax,
  fixedWithUpload: true,
  description: `What the photo shows, ${altTextUse}. Left out: Facebook writes one itself.`,
};

const altTexts: PayloadField = {
  name: 'altTexts',
  label: 'Alternative texts',
  type: 'array',
  required: false,
  items: {
    name: 'altText',
    label: 'Alternative text',
    type: 'string',
    required: false,
    maxLength: altTextLengthMax,
    description: 'What the photo shows; empty: Facebook writes one itself.',
  },
  maxItems: 10,
  atMostAsManyAs: 'mediaUrls',
  fixedWithUpload: true,
  description: `What each photo shows, in the order of the photos, ${altTextUse}. Left out: Facebook writes them itself.`,
};

/** At most 25 countries (Graph API reference, Page Feed, `targeting.geo_locations.countries`). */
const countries: PayloadField = {
  name: 'countries',
  label: 'Countries',
  type: 'array',
  required: false,
  items: {
    name: 'country',
    label: 'Country',
    type: 'string',
    required: true,
    pattern: '^[A-Z]{2}$',
    patternFault: 'must be two capital letters (ISO 3166-1)',
    description: 'A country as two capital letters, such as DE.',
  },
  maxItems: 25,
  fixedWithUpload: true,
  description: 'Only people in these countries see the post: at most 25, such as DE or US. Left out: everybody does.',
};

/** The formats that Facebook's own refusal of a photo names (subcode 1366046). */
const photo: MediaRules = {
  maxFileSizeBytes: 4_194_304,
  maxDurationSeconds: null,
  formats: [jpeg, png],
};

/** The Reels publishing guide, page of 2026-07-30. */
const goodReel: Recommendations = {
  aspect: { min: 9 / 16, max: 9 / 16, words: 'a picture of 9:16' },
  minWidth: 540,
  minHeight: 960,
  minFrameRate: 24,
  maxFrameRate: 60,
};

/** No call of Facebook hides a public post. */
const removal = ['delete'] as const;

/** The spec's Limits table and contract.md §11, in the order of the contract. */
export const facebookContentTypes = [
  {
    slug: 'video',
    name: 'Video',
    media: { video: { maxFileSizeBytes: 10_737_418_240, maxDurationSeconds: 14_400 } },
    payloadFields: [{ ...title, editableAfterPublish: true }, description(messageLengthMax), firstComment],
    extras,
    removal,
  },
  {
    slug: 'image',
    name: 'Photo',
    media: { image: photo },
    payloadFields: [message, altText, countries, firstComment],
    extras,
    removal,
  },
  { slug: 'link', name: 'Link', media: {}, payloadFields: [link, message, countries, firstComment], extras, removal },
  {
    slug: 'text',
    name: 'Text',
    media: {},
    payloadFields: [{ ...message, required: true }, countries, firstComment],
    extras,
    removal,
  },
  {
    slug: 'reel',
    name: 'Reel',
    media: {
      video: { maxFileSizeBytes: 1_073_741_824, minDurationSeconds: 3, maxDurationSeconds: 90, recommended: goodReel },
    },
    payloadFields: [description(2200), title, firstComment],
    extras,
    removal,
  },
  {
    slug: 'story',
    name: 'Story',
    media: { video: { maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 60 }, image: photo },
    payloadFields: [],
    removal: [],
  },
  {
    slug: 'carousel',
    name: 'Carousel',
    media: { image: photo },
    payloadFields: [mediaUrls, message, altTexts, countries, firstComment],
    extras,
    removal,
  },
] as const satisfies readonly ContentTypeCapabilities[];

const FacebookPayload = z.object({
  message: z.string().default(''),
  link: z.string().optional(),
  title: z.string().default(''),
  description: z.string().default(''),
  mediaUrls: z.array(z.string()).default([]),
  altText: z.string().default(''),
  altTexts: z.array(z.string()).default([]),
  countries: z.array(z.string()).default([]),
});
/** The fields of all types. A field that a type does not have is empty. */
export type FacebookPayload = z.infer<typeof FacebookPayload>;

/** @throws PublishFailure `INTERNAL` for a payload that was never checked against the descriptors above */
export function readPayload(payload: Payload): FacebookPayload {
  const result = FacebookPayload.safeParse(payload);
  if (result.success) return result.data;
  const seen = 'The stored payload does not fit the fields of a Facebook post.';
  throw new PublishFailure('INTERNAL', { seen, todo: reportIt }, { transient: false });
}
