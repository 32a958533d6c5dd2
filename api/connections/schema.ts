import { z } from 'zod';
import { featureStates } from '../../domain/consent/feature';
import type { FeatureName } from '../../domain/consent/feature';
import { connectionPageSizeMax, externalIdLengthMax } from '../../domain/limits';
import { tokenStatuses } from '../../models/connections/Connection';
import { Count, lineOfText, nonBlankLine, Timestamp } from '../http/fields';
import { ConnectionId, exampleIds, OrganizationId } from '../http/ids';
import { pageFields, pageOf } from '../http/paging';
import { ChannelThumbnailUrl, exampleChannelThumbnailUrl } from '../pictures/schema';
import { PlatformSlug } from '../platforms/schema';

export const ConnectionListInput = z.object({
  platform: PlatformSlug.optional().meta({ description: 'Only those of this platform' }),
  externalId: lineOfText(externalIdLengthMax).optional().meta({ description: 'Exact match' }),
  includeInactive: z.boolean().default(false).meta({ description: 'Whether inactive ones are listed, too' }),
  organizationId: OrganizationId.optional().meta({ description: 'Only those of this organization' }),
  ...pageFields(connectionPageSizeMax),
});

const listed = {
  id: ConnectionId,
  platform: PlatformSlug,
  name: z.string().meta({ description: 'Display name of the channel or page' }),
  thumbnailUrl: z
    .string()
    .nullable()
    .meta({ format: 'uri', description: 'The picture of the channel, at its platform' }),
  isActive: z.boolean().meta({ description: 'When false, publishing to it is refused' }),
  tokenExpiresAt: Timestamp.nullable().meta({
    description: 'Expiry of the access token; null after a refused refresh',
  }),
  createdAt: Timestamp,
};

const example = {
  id: exampleIds.connection,
  platform: 'youtube',
  name: 'Field Notes',
  thumbnailUrl: 'https://yt3.example/field-notes.jpg',
  isActive: true,
  tokenExpiresAt: '2026-12-01T10:00:00.000Z',
  createdAt: '2026-11-20T08:30:00.000Z',
};

const ConnectionListItem = z.strictObject(listed).meta({ id: 'ConnectionListItem' });

export const ConnectionList = pageOf(ConnectionListItem).meta({
  id: 'ConnectionList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});
export type ConnectionList = z.infer<typeof ConnectionList>;

export const ChannelList = z
  .strictObject({
    items: z.array(
      z.strictObject({ id: z.string(), title: z.string().meta({ description: 'In the words of the platform' }) }),
    ),
    fetchedAt: Timestamp.meta({ description: 'When the platform was asked' }),
  })
  .meta({
    id: 'ChannelList',
    example: { items: [{ id: '22', title: 'People & Blogs' }], fetchedAt: '2026-11-20T08:30:00.000Z' },
  });
export type ChannelList = z.infer<typeof ChannelList>;

const FeatureState = z.enum(featureStates);

/** The features of the platform. A consent may ask for missing features. */
const Features = z
  .strictObject({
    comments: FeatureState,
    captions: FeatureState,
    insights: FeatureState,
    businessPages: FeatureState,
  } satisfies Record<FeatureName, typeof FeatureState>)
  .partial()
  .meta({ description: 'What the owner has allowed beside publishing; a feature that the platform lacks is left out' });

const inDetail = {
  externalPlatformId: z.string().meta({ description: 'Id of the channel or page on the platform' }),
  tokenStatus: z.enum(tokenStatuses),
  accessEndsAt: Timestamp.nullable().meta({
    description: 'The owner has to connect it again before, however often its tokens are renewed; null: never',
  }),
  features: Features,
  metadata: z
    .strictObject({
      subscribers: Count.nullable(),
      views: Count.nullable(),
      posts: Count.nullable(),
      handle: z.string().nullable(),
    })
    .meta({ description: "The platform's statistics; null where it has none" }),
};

const exampleInDetail = {
  ...example,
  externalPlatformId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
  tokenStatus: 'valid',
  accessEndsAt: null,
  features: { comments: 'granted', captions: 'granted' },
  metadata: { subscribers: 1200, views: 98000, posts: 41, handle: '@fieldnotes' },
};

const inConsole = { thumbnailUrl: ChannelThumbnailUrl };
const exampleInConsole = { thumbnailUrl: exampleChannelThumbnailUrl };

export const ConsoleConnectionList = pageOf(
  z.strictObject({ ...listed, ...inDetail, ...inConsole }).meta({ id: 'ConsoleConnectionListItem' }),
).meta({
  id: 'ConsoleConnectionList',
  example: { items: [{ ...exampleInDetail, ...exampleInConsole }], total: 1, page: 1, limit: 20 },
});
export type ConsoleConnectionList = z.infer<typeof ConsoleConnectionList>;

export const Connection = z
  .strictObject({
    ...listed,
    ...inDetail,
    publishing: z.enum(['staged', 'direct']).nullable().meta({
      description:
        'How posts go to it: as a draft that is published, or by the one call that makes them public; null: its platform has one way',
    }),
    externalId: z.string().nullable().meta({ description: "The caller's own identifier" }),
  })
  .meta({
    id: 'Connection',
    example: { ...exampleInDetail, publishing: null, externalId: null },
  });
export type Connection = z.infer<typeof Connection>;

export const ConsoleConnection = Connection.extend(inConsole).meta({
  id: 'ConsoleConnection',
  example: { ...exampleInDetail, ...exampleInConsole, publishing: null, externalId: null },
});

const nameLengthMax = 255;

export const UpdateConnectionInput = z.object({
  connectionId: ConnectionId,
  name: nonBlankLine(nameLengthMax).optional().meta({ description: 'Stays when the channel is connected anew' }),
  isActive: z.boolean().optional().meta({ description: 'False: nothing more is published to it' }),
  externalId: lineOfText(externalIdLengthMax).nullable().optional().meta({ description: 'Null takes it away' }),
});

export const UpdateConnectionBody = {
  id: 'UpdateConnectionBody',
  example: { name: 'Field Notes', isActive: false },
};

export const UpdatedConnection = z
  .strictObject({ id: ConnectionId, name: z.string(), isActive: z.boolean(), platform: PlatformSlug })
  .meta({
    id: 'UpdatedConnection',
    example: { id: example.id, name: 'Field Notes', isActive: false, platform: 'youtube' },
  });
export type UpdatedConnection = z.infer<typeof UpdatedConnection>;

export const TokenState = z
  .strictObject({ tokenStatus: z.enum(['valid', 'expired']), tokenExpiresAt: listed.tokenExpiresAt })
  .meta({ id: 'TokenState', example: { tokenStatus: 'valid', tokenExpiresAt: '2026-12-01T10:00:00.000Z' } });
export type TokenState = z.infer<typeof TokenState>;
