import { z } from 'zod';
import { PublishFailure, reportIt } from '../../domain/PublishFailure';
import type { FieldErrors, Payload, PayloadField } from '../../domain/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { ImageLimits } from '../../lib/media/image';

const privacies = ['public', 'unlisted', 'private'] as const;

const descriptionBytesMax = 5000;
const tagCharactersMax = 500;

const withoutBrackets = /^[^<>]*$/;
const categoryForm = /^\d+$/;
const playlistForm = /^[\w-]{2,64}$/;

const payloadFields: readonly PayloadField[] = [
  {
    name: 'title',
    label: 'Title',
    type: 'string',
    required: true,
    maxLength: 100,
    pattern: withoutBrackets.source,
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
    pattern: withoutBrackets.source,
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
    pattern: String.raw`\S`,
    description:
      'Keywords. At most 500 characters together: all tags, a comma between two, and 2 for each tag with a space.',
  },
  {
    name: 'categoryId',
    label: 'Category',
    type: 'string',
    required: false,
    pattern: categoryForm.source,
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
    description:
      'Where the thumbnail is: a JPEG or PNG file of at most 2 MiB, read while the post is prepared. The post goes live ' +
      'without one that cannot be set; the assignment then has a warning.',
  },
  {
    name: 'playlistId',
    label: 'Playlist',
    type: 'string',
    required: false,
    pattern: playlistForm.source,
    description:
      "Id of one of the channel's own playlists, such as PL0123456789. The video is put into it once it is live. If " +
      'that fails, the assignment has a warning.',
  },
];

/** Of a custom thumbnail: the formats of YouTube, and less than its 50 MB, because pictures are held in memory (decision 25). */
export const thumbnailLimits: ImageLimits = { maxFileSizeBytes: 2 * 1024 * 1024, formats: ['image/jpeg', 'image/png'] };

/** The spec's Limits table and contract.md §11. YouTube itself decides what is shown as a Short: there is no flag. */
export const youtubeContentTypes: readonly ContentTypeCapabilities[] = [
  {
    slug: 'video',
    name: 'Video',
    media: { video: { maxFileSizeBytes: 274_877_906_944, maxDurationSeconds: 43_200 } },
    payloadFields,
  },
  {
    slug: 'short',
    name: 'Short',
    media: { video: { maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 60 } },
    payloadFields,
  },
];

const VideoPayload = z.object({
  title: z.string(),
  description: z.string().optional(),
  privacy: z.enum(privacies).default('private'),
  tags: z.array(z.string()).default([]),
  categoryId: z.string().optional(),
  madeForKids: z.boolean().default(false),
});
export type VideoPayload = z.infer<typeof VideoPayload>;

/** @throws PublishFailure `INTERNAL` for a payload that was never checked against the descriptors above */
export function readPayload(payload: Payload): VideoPayload {
  const result = VideoPayload.safeParse(payload);
  if (result.success) return result.data;
  const seen = 'The stored payload does not fit the fields of a YouTube post.';
  throw new PublishFailure('INTERNAL', { seen, todo: reportIt }, { transient: false });
}

/** YouTube's rules beyond the descriptors (contract.md §2), each fault with the way it is counted. */
export function checkPayload(payload: Payload): FieldErrors {
  const { title, description, tags, categoryId, playlistId } = payload;
  const faults = {
    title: typeof title === 'string' ? titleFaults(title) : [],
    description: typeof description === 'string' ? descriptionFaults(description) : [],
    tags: isTextList(tags) ? tagFaults(tags) : [],
    categoryId:
      typeof categoryId === 'string' && !categoryForm.test(categoryId) ? ['must be a number written in digits'] : [],
    playlistId:
      typeof playlistId === 'string' && !playlistForm.test(playlistId)
        ? ['must be the id of a playlist, as the address of its page has it behind "list="']
        : [],
  };
  const found = Object.entries(faults).filter(([, list]) => list.length > 0);
  return Object.fromEntries(found.map(([name, list]) => [`payload.${name}`, list]));
}

function titleFaults(title: string): string[] {
  return title.trim() === '' ? ['must not be blank'] : bracketFaults(title);
}

function descriptionFaults(description: string): string[] {
  const bytes = Buffer.byteLength(description);
  if (bytes <= descriptionBytesMax) return bracketFaults(description);
  const fault = `must have at most ${descriptionBytesMax} bytes in UTF-8, has ${bytes} (letters beyond ASCII take 2 to 4)`;
  return [fault, ...bracketFaults(description)];
}

function bracketFaults(text: string): string[] {
  return !withoutBrackets.test(text) ? ['must not contain "<" or ">", which YouTube refuses'] : [];
}

function tagFaults(tags: readonly string[]): string[] {
  const blank = tags.some((tag) => tag.trim() === '') ? ['must not contain a blank tag'] : [];
  const characters = tagCharacters(tags);
  if (characters <= tagCharactersMax) return blank;
  const counted = 'all tags, a comma between two, and 2 for each tag with a space';
  return [
    ...blank,
    `must have at most ${tagCharactersMax} characters together, has ${characters} (counted: ${counted})`,
  ];
}

/** As documented for `snippet.tags[]`: a tag with a space counts as if it stood in quotation marks. */
function tagCharacters(tags: readonly string[]): number {
  const commas = Math.max(0, tags.length - 1);
  return tags.reduce((sum, tag) => sum + Array.from(tag).length + (tag.includes(' ') ? 2 : 0), commas);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
