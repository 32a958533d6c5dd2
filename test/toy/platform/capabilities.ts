import type { PayloadField } from '../../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../../domain/platform';

const message: PayloadField = {
  name: 'message',
  label: 'Message',
  type: 'string',
  required: true,
  maxLength: 1000,
  editableAfterPublish: true,
  description: 'What the post says.',
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
    description: 'Where the photo is.',
  },
  minItems: 3,
  maxItems: 3,
  description: 'Where its three photos are.',
};
const people: PayloadField = {
  name: 'people',
  label: 'People',
  type: 'array',
  required: false,
  items: {
    name: 'person',
    label: 'Person',
    type: 'object',
    required: true,
    fields: [
      {
        name: 'name',
        label: 'Name',
        type: 'string',
        required: true,
        maxLength: 40,
        description: 'What they are called.',
      },
      {
        name: 'picture',
        label: 'Picture',
        type: 'string',
        required: false,
        format: 'url',
        takesUpload: true,
        description: 'Where a picture of them is.',
      },
    ],
    description: 'Somebody who is in a photo.',
  },
  maxItems: 3,
  description: 'Who is in the photos.',
};
const places: PayloadField = {
  name: 'places',
  label: 'Places',
  type: 'array',
  required: false,
  items: {
    name: 'place',
    label: 'Place',
    type: 'object',
    required: true,
    hasOneField: true,
    fields: [
      {
        name: 'id',
        label: 'Id',
        type: 'string',
        required: false,
        pattern: '^P',
        description: 'Its number, after a P.',
      },
      { name: 'name', label: 'Name', type: 'string', required: false, description: 'What it is called.' },
    ],
    description: 'Where a photo was taken.',
  },
  maxItems: 2,
  description: 'Where the photos were taken.',
};
const mib = 1024 * 1024;

/** In the order of the contract. */
export const toyContentTypes: readonly ContentTypeCapabilities[] = [
  { slug: 'text', name: 'Text', media: {}, payloadFields: [message], removal: ['delete'] },
  {
    slug: 'reel',
    name: 'Reel',
    media: { video: { maxFileSizeBytes: 100 * mib, maxDurationSeconds: 90 } },
    payloadFields: [message],
    removal: ['delete'],
  },
  {
    slug: 'carousel',
    name: 'Carousel',
    media: { image: { maxFileSizeBytes: 4 * mib, maxDurationSeconds: null } },
    payloadFields: [message, mediaUrls, people, places],
    removal: [],
  },
];
