import { z } from 'zod';
import { contentTypes } from '../../domain/assignment';
import { platformSlugs } from '../../domain/platform';

export const PlatformSlug = z.enum(platformSlugs).meta({ id: 'PlatformSlug', example: 'youtube' });
export const ContentType = z.enum(contentTypes).meta({ id: 'ContentType', example: 'video' });

export const PlatformList = z
  .object({
    items: z.array(
      z.object({
        slug: PlatformSlug,
        name: z.string(),
        contentTypes: z.array(ContentType),
        hasCapabilities: z.boolean().meta({ description: 'Whether the capabilities endpoint knows the platform' }),
      }),
    ),
  })
  .meta({
    id: 'PlatformList',
    example: { items: [{ slug: 'youtube', name: 'YouTube', contentTypes: ['video', 'short'], hasCapabilities: true }] },
  });
export type PlatformList = z.infer<typeof PlatformList>;

const PayloadField = z
  .object({
    name: z.string().meta({ description: 'Key inside `payload`' }),
    type: z.enum(['string', 'enum', 'array', 'boolean', 'integer']),
    required: z.boolean(),
    default: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Value used when the field is left out; null: none' }),
    options: z.array(z.string()).nullable().meta({ description: 'The values of an `enum`, else null' }),
    maxLength: z.int().nullable().meta({ description: 'Of a `string`, in Unicode code points; null: no limit' }),
    description: z.string(),
  })
  .meta({ id: 'PayloadField' });

export const Capabilities = z
  .object({
    platform: PlatformSlug,
    contentTypes: z.array(
      z.object({
        slug: ContentType,
        name: z.string(),
        maxFileSizeBytes: z.int().nullable(),
        maxDurationSeconds: z.int().nullable(),
        payloadFields: z.array(PayloadField),
      }),
    ),
  })
  .meta({
    id: 'Capabilities',
    example: {
      platform: 'youtube',
      contentTypes: [
        {
          slug: 'short',
          name: 'Short',
          maxFileSizeBytes: 1073741824,
          maxDurationSeconds: 60,
          payloadFields: [
            {
              name: 'privacy',
              type: 'enum',
              required: false,
              default: 'private',
              options: ['public', 'unlisted', 'private'],
              maxLength: null,
              description: 'Who can watch: everybody, those who have the link, or the channel alone.',
            },
          ],
        },
      ],
    },
  });
export type Capabilities = z.infer<typeof Capabilities>;
