import type { ImageLimits } from '../../../domain/media';
import { jpeg, png } from '../../../domain/mediaType';
import { mediaUrlLengthMax } from '../../../domain/limits';
import type { FieldErrors, Payload, PayloadField } from '../../../domain/payload/payload';
import type { ExtraField } from '../../../domain/platform';

/**
 * The limits of a custom thumbnail: 50 MB since 2026-09-14, and of Shorts since 2026-11-03 (YouTube Data API, revision
 * history).
 */
export const thumbnailLimits: ImageLimits = { maxFileSizeBytes: 50 * 1024 * 1024, formats: [jpeg, png] };

const withoutBrackets = {
  pattern: '^[^<>]*$',
  patternFault: 'must not contain "<" or ">", which YouTube refuses',
} as const;

export const firstCommentField: ExtraField = { field: 'firstComment', feature: 'comments' };
export const captionsField: ExtraField = { field: 'captions', feature: 'captions' };

/** What a payload can ask for beside its video. Comments and captions need a permission beyond that of publishing. */
export const extras: readonly ExtraField[] = [
  { field: 'thumbnailUrl' },
  { field: 'playlistId' },
  { field: 'playlists' },
  firstCommentField,
  captionsField,
];

const firstComment: PayloadField = {
  name: 'firstComment',
  label: 'First comment',
  type: 'string',
  required: false,
  maxLength: 10_000,
  needsVisible: true,
  isMultiline: true,
  description:
    'A comment of the channel on its own video, made once the video is live. At most 10000 characters. If that fails, the ' +
    'assignment has a warning.',
};

const playlistOfList: PayloadField['items'] = {
  name: 'playlist',
  label: 'Playlist',
  type: 'object',
  required: true,
  hasOneField: true,
  description: 'A playlist of the channel, by its id or by its name.',
  fields: [
    {
      name: 'id',
      label: 'Id',
      type: 'string',
      required: false,
      pattern: String.raw`^[\w-]{2,64}$`,
      patternFault: 'must be the id of a playlist, as the address of its page has it behind "list="',
      description: "Id of one of the channel's own playlists.",
    },
    {
      name: 'name',
      label: 'Name',
      type: 'string',
      required: false,
      maxLength: 150,
      needsVisible: true,
      ...withoutBrackets,
      description: 'Name of a playlist. If the channel has none of that name, a public one is made.',
    },
  ],
};

const captionsOfList: PayloadField['items'] = {
  name: 'captions',
  label: 'Captions',
  type: 'object',
  required: true,
  description: 'Captions of one language.',
  fields: [
    {
      name: 'language',
      label: 'Language',
      type: 'string',
      required: true,
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
      patternFault: 'must be a language as BCP 47 writes it, such as en or pt-BR',
      description: 'The language, such as en or pt-BR (BCP 47).',
    },
    {
      name: 'url',
      label: 'File',
      type: 'string',
      required: true,
      format: 'url',
      takesUpload: true,
      maxLength: mediaUrlLengthMax,
      description: 'Where the captions are: a SubRip (SRT) or WebVTT file of at most 10 MB.',
    },
    {
      name: 'name',
      label: 'Name',
      type: 'string',
      required: false,
      maxLength: 150,
      description: 'What viewers choose it by, beside its language.',
    },
  ],
};

export const extraFields: readonly PayloadField[] = [
  {
    name: 'playlists',
    label: 'Playlists',
    type: 'array',
    required: false,
    maxItems: 10,
    items: playlistOfList,
    description:
      "The channel's own playlists that the video is put into once it is live: at most 10. A name is searched among them " +
      'before a playlist is made. If that fails, the assignment has a warning.',
  },
  firstComment,
  {
    name: 'captions',
    label: 'Captions',
    type: 'array',
    required: false,
    maxItems: 20,
    items: captionsOfList,
    description:
      'Captions of the video, one file for a language, at most 20: set once the video is live. If that fails, the assignment ' +
      'has a warning.',
  },
];

/** The faults of extras that do not go with one another, or with the video. */
export function extraFaults({
  madeForKids,
  firstComment: comment,
  playlistId,
  playlists,
  captions,
}: Payload): FieldErrors {
  const namesOf = (list: Payload[string] | undefined, nameOf: (one: Readonly<Record<string, unknown>>) => unknown) =>
    Array.isArray(list) ? list.map((one) => String(nameOf(Object(one))).toLowerCase()) : [];
  const places = namesOf(playlists, ({ id, name }) => id ?? name);
  const languages = namesOf(captions, ({ language }) => language);
  return {
    // YouTube closes the comments of such videos (support.google.com/youtube/answer/9706180).
    ...(madeForKids === true &&
      comment !== undefined && { 'payload.firstComment': ['must be left out: a video made for kids has no comments'] }),
    ...(repeats([...places, ...(typeof playlistId === 'string' ? [playlistId.toLowerCase()] : [])]) && {
      'payload.playlists': ['must name each playlist once, and none that playlistId names'],
    }),
    ...(repeats(languages) && { 'payload.captions': ['must have each language once'] }),
  };
}

function repeats(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
