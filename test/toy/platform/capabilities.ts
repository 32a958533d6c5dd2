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
  format: 'url',
  minItems: 3,
  maxItems: 3,
  description: 'Where its three photos are.',
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
    payloadFields: [message, mediaUrls],
    removal: [],
  },
];
