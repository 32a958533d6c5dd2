import { z } from 'zod';
import { PublishFailure, reportIt } from '../../domain/failures/PublishFailure';
import { mediaUrlLengthMax } from '../../domain/limits';
import type { Payload, PayloadField } from '../../domain/payload/payload';
import type { ContentTypeCapabilities, Recommendations } from '../../domain/platform';
import { removalModes } from '../../domain/platform';
import { detailFields, DetailsPayload, notifySubscribers } from './details';
import { extraFaults, extraFields, extras } from './extras/extraFields';

const privacies = ['public', 'unlisted', 'private'] as const;

const descriptionBytesMax = 5000;
const tagCharactersMax = 500;

const withoutBrackets = {
  pattern: '^[^<>]*$',
  patternFault: 'must not contain "<" or ">", which YouTube refuses',
} as const;

const editableFields = (
  [
    {
      name: 'title',
      label: 'Title',
      type: 'string',
      required: true,
      maxLength: 100,
      needsVisible: true,
      ...withoutBrackets,
      description: 'Title of the video. At most 100 characters; "<" and ">" are not allowed.',
    },
    {
      name: 'description',
      label: 'Description',
      type: 'string',
      required: false,
      maxLength: descriptionBytesMax,
      maxBytes: descriptionBytesMax,
      isMultiline: true,
      ...withoutBrackets,
      description: 'Text below the video. At most 5000 bytes in UTF-8; "<" and ">" are not allowed.',
    },
    {
      name: 'privacy',
      label: 'Privacy',
      type: 'enum',
      required: false,
      default: 'private',
      options: privacies,
      description: 'Who can watch: everybody, those who have the link, or the channel alone.',
    },
    {
      name: 'tags',
      label: 'Tags',
      type: 'array',
      required: false,
      default: [],
      items: {
        name: 'tag',
        label: 'Tag',
        type: 'string',
        required: true,
        ...withoutBrackets,
        description: 'One keyword, or several that belong together.',
      },
      maxTotalLength: tagCharactersMax,
      description:
        'Keywords. At most 500 characters together: all tags, a comma between two, and 2 for each tag with a space. ' +
        '"<" and ">" are not allowed.',
    },
    {
      name: 'categoryId',
      label: 'Category',
      pickedFrom: 'categories',
      type: 'string',
      required: false,
      pattern: String.raw`^\d+$`,
      patternFault: 'must be a number written in digits',
      description: "Number of a YouTube video category, such as 22 (People & Blogs). YouTube's default if left out.",
    },
    {
      name: 'madeForKids',
      label: 'Made for kids',
      type: 'boolean',
      required: false,
      default: false,
      description: 'Whether the channel owner declares the video as made for kids.',
    },
    {
      name: 'thumbnailUrl',
      label: 'Thumbnail',
      type: 'string',
      required: false,
      format: 'url',
      takesUpload: true,
      maxLength: mediaUrlLengthMax,
      description:
        'Where the thumbnail is: a JPEG or PNG file of at most 50 MB, read while the post is prepared. The post goes live ' +
        'without one that cannot be set; the assignment then has a warning.',
    },
    {
      name: 'playlistId',
      label: 'Playlist',
      pickedFrom: 'playlists',
      type: 'string',
      required: false,
      pattern: String.raw`^[\w-]{2,64}$`,
      patternFault: 'must be the id of a playlist, as the address of its page has it behind "list="',
      description:
        "Id of one of the channel's own playlists, such as PL0123456789. The video is put into it once it is live. If " +
        'that fails, the assignment has a warning.',
    },
    ...detailFields,
    ...extraFields,
  ] as const satisfies readonly PayloadField[]
).map((field): PayloadField => ({ ...field, editableAfterPublish: true }));
const payloadFields = [...editableFields, notifySubscribers];

/** Three minutes since 2024-10-15, and not wider than high (support.google.com/youtube/answer/15424877). */
const goodShort: Recommendations = { aspect: { min: 0, max: 1, words: 'a vertical or square picture' } };

/** The spec's Limits table and contract.md §11. YouTube itself decides which videos are Shorts: there is no flag. */
export const youtubeContentTypes: readonly ContentTypeCapabilities[] = [
  {
    slug: 'video',
    name: 'Video',
    media: { video: { maxFileSizeBytes: 274_877_906_944, maxDurationSeconds: 43_200 } },
    payloadFields,
    faultsOf: extraFaults,
    extras,
    removal: removalModes,
  },
  {
    slug: 'short',
    name: 'Short',
    media: { video: { maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 180, recommended: goodShort } },
    payloadFields,
    faultsOf: extraFaults,
    extras,
    removal: removalModes,
  },
];

const VideoPayload = z.object({
  title: z.string(),
  description: z.string().optional(),
  privacy: z.enum(privacies).default('private'),
  tags: z.array(z.string()).default([]),
  categoryId: z.string().optional(),
  madeForKids: z.boolean().default(false),
  ...DetailsPayload.shape,
  notifySubscribers: z.boolean().optional(),
});
export type VideoPayload = z.infer<typeof VideoPayload>;

/** @throws PublishFailure `INTERNAL` for a payload that was never checked against the descriptors above */
export function readPayload(payload: Payload): VideoPayload {
  const result = VideoPayload.safeParse(payload);
  if (result.success) return result.data;
  const seen = 'The stored payload does not fit the fields of a YouTube post.';
  throw new PublishFailure('INTERNAL', { seen, todo: reportIt }, { transient: false });
}
