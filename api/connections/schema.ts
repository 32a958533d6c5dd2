import { z } from 'zod';
import { Id } from '../../domain/ids';
import { connectionPageSizeMax, externalIdLengthMax } from '../../domain/limits';
import { tokenStatuses } from '../../models/Connection';
import { Flag, lineOfText, Timestamp } from '../http/fields';
import { pageOf, pageQuery } from '../http/paging';
import { PlatformSlug } from '../platforms/schema';

export const ConnectionListQuery = z.object({
  platform: PlatformSlug.optional(),
  externalId: lineOfText(externalIdLengthMax).optional().meta({ description: 'Exact match' }),
  includeInactive: Flag.default(false).meta({ type: 'boolean', default: false }),
  organizationId: Id.optional(),
  ...pageQuery(connectionPageSizeMax),
});
export type ConnectionListQuery = z.output<typeof ConnectionListQuery>;

const listed = {
  id: Id,
  platform: PlatformSlug,
  name: z.string().meta({ description: 'Display name of the channel or page' }),
  thumbnailUrl: z.string().nullable(),
  isActive: z.boolean().meta({ description: 'When false, publishing to it is refused' }),
  tokenExpiresAt: Timestamp.nullable().meta({
    description: 'Expiry of the access token; null after a refused refresh',
  }),
  createdAt: Timestamp,
};

const example = {
  id: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
  platform: 'youtube',
  name: 'Field Notes',
  thumbnailUrl: 'https://yt3.example/field-notes.jpg',
  isActive: true,
  tokenExpiresAt: '2026-12-01T10:00:00.000Z',
  createdAt: '2026-11-20T08:30:00.000Z',
};

export const ConnectionList = pageOf(z.object(listed).meta({ id: 'ConnectionListItem' })).meta({
  id: 'ConnectionList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});
export type ConnectionList = z.infer<typeof ConnectionList>;

const Count = z.int().nullable();

export const Connection = z
  .object({
    ...listed,
    externalPlatformId: z.string().meta({ description: 'Id of the channel or page on the platform' }),
    tokenStatus: z.enum(tokenStatuses),
    metadata: z
      .object({ subscribers: Count, views: Count, posts: Count, handle: z.string().nullable() })
      .meta({ description: "The platform's statistics; null where it has none" }),
    externalId: z.string().nullable().meta({ description: "The caller's own identifier" }),
  })
  .meta({
    id: 'Connection',
    example: {
      ...example,
      externalPlatformId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
      tokenStatus: 'valid',
      metadata: { subscribers: 1200, views: 98000, posts: 41, handle: '@fieldnotes' },
      externalId: null,
    },
  });
export type Connection = z.infer<typeof Connection>;

const nameLengthMax = 255;

export const UpdateConnectionBody = z
  .object({
    name: lineOfText(nameLengthMax)
      .refine((name) => name.trim() !== '', 'must not be blank')
      .optional()
      .meta({ description: 'Stays when the channel is connected anew' }),
    isActive: z.boolean().optional().meta({ description: 'False: nothing more is published to it' }),
    externalId: lineOfText(externalIdLengthMax).nullable().optional().meta({ description: 'Null takes it away' }),
  })
  .meta({ id: 'UpdateConnectionBody', example: { name: 'Field Notes', isActive: false } });
export type UpdateConnectionBody = z.output<typeof UpdateConnectionBody>;

export const UpdatedConnection = z
  .object({ id: Id, name: z.string(), isActive: z.boolean(), platform: PlatformSlug })
  .meta({
    id: 'UpdatedConnection',
    example: { id: example.id, name: 'Field Notes', isActive: false, platform: 'youtube' },
  });
export type UpdatedConnection = z.infer<typeof UpdatedConnection>;

export const TokenStanding = z
  .object({ tokenStatus: z.enum(['valid', 'expired']), tokenExpiresAt: listed.tokenExpiresAt })
  .meta({ id: 'TokenStanding', example: { tokenStatus: 'valid', tokenExpiresAt: '2026-12-01T10:00:00.000Z' } });
export type TokenStanding = z.infer<typeof TokenStanding>;
