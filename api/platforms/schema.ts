import { z } from 'zod';
import { contentTypes } from '../../domain/assignment';
import { featureNames } from '../../domain/consent/feature';
import { everyTypeOf, jpeg, png } from '../../domain/mediaType';
import { platformSlugs } from '../../domain/platform';
import { removalModes } from '../../domain/platform';
import { Bytes, Count, storableForm } from '../http/fields';
import { PayloadField } from './fieldSchema';

export const PlatformSlug = z.enum(platformSlugs).meta({ id: 'PlatformSlug', example: 'youtube' });
/** In a path, where an unknown platform is not there (404), rather than malformed. */
export const PlatformName = z
  .string()
  .meta({ example: 'youtube', description: 'Slug of the platform', pattern: storableForm });

export const ContentType = z.enum(contentTypes).meta({ id: 'ContentType', example: 'video' });

export const PlatformList = z
  .strictObject({
    items: z.array(
      z.strictObject({
        slug: PlatformSlug,
        name: z.string(),
        contentTypes: z.array(ContentType),
        features: z
          .array(z.enum(featureNames))
          .meta({ description: 'Abilities beside publishing that a consent may ask for' }),
        hasCapabilities: z.boolean().meta({ description: 'Whether the capabilities endpoint knows the platform' }),
        hasAccountPage: z.boolean().meta({
          description: 'Whether `/oauth/{platform}/account` shows the owner of an account what is kept of it',
        }),
        terms: z.strictObject({
          notice: z
            .string()
            .nullable()
            .meta({ description: 'To be shown beside the button that publishes; null: the platform asks for none' }),
          links: z
            .array(z.strictObject({ title: z.string(), url: z.string().meta({ format: 'uri' }) }))
            .meta({ description: 'To be linked there, and where channels are connected and shown' }),
        }),
      }),
    ),
  })
  .meta({
    id: 'PlatformList',
    example: {
      items: [
        {
          slug: 'youtube',
          name: 'YouTube',
          contentTypes: ['video', 'short'],
          features: ['comments', 'captions'],
          hasCapabilities: true,
          hasAccountPage: true,
          terms: {
            notice: 'By clicking “Publish” or “Schedule”, you certify …',
            links: [{ title: 'YouTube Terms of Service', url: 'https://www.youtube.com/t/terms' }],
          },
        },
      ],
    },
  });
export type PlatformList = z.infer<typeof PlatformList>;

const MediaOfKind = z
  .strictObject({
    maxFileSizeBytes: Bytes.nullable().meta({ description: 'Of one file; null: no limit' }),
    maxDurationSeconds: Count.nullable().meta({ description: 'null: no limit, or not a video' }),
    contentTypes: z.array(z.string()).meta({
      description: `The MIME types that fit; \`${everyTypeOf('video')}\` is every video`,
      example: [jpeg, png],
    }),
  })
  .meta({ id: 'MediaOfKind' });

export const Capabilities = z
  .strictObject({
    platform: PlatformSlug,
    contentTypes: z.array(
      z.strictObject({
        slug: ContentType,
        name: z.string(),
        maxFileSizeBytes: Bytes.nullable(),
        maxDurationSeconds: Count.nullable(),
        media: z
          .strictObject({ video: MediaOfKind, image: MediaOfKind })
          .partial()
          .meta({ description: 'What each kind of media that fits may have at most; empty for posts without media' }),
        payloadFields: z.array(PayloadField),
        removal: z.array(z.enum(removalModes)).meta({
          description: 'How a public post of the type can be taken down (`/unpublish`); empty: not at all',
        }),
      }),
    ),
  })
  .meta({
    id: 'Capabilities',
    example: {
      platform: 'facebook',
      contentTypes: [
        {
          slug: 'story',
          name: 'Story',
          maxFileSizeBytes: 1_073_741_824,
          maxDurationSeconds: 60,
          media: {
            video: { maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 60, contentTypes: [everyTypeOf('video')] },
            image: { maxFileSizeBytes: 4_194_304, maxDurationSeconds: null, contentTypes: [jpeg, png] },
          },
          payloadFields: [],
          removal: [],
        },
      ],
    },
  });
export type Capabilities = z.infer<typeof Capabilities>;
