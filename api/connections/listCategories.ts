import { z } from 'zod';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { channelList, listRefusals } from './channelList';

const RegionCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)')
  .default('US')
  .meta({ description: 'The region whose categories are listed, as ISO 3166-1 alpha-2', example: 'US' });

export const listCategories = defineUseCase({
  name: 'listCategories',
  action: 'connection.read',
  summary: 'The categories into which a video of a channel can be put, to pick a `categoryId` from',
  description:
    'As the platform told them within the last hour. Free of charge. Empty where the platform has no categories.',
  input: z.object({ connectionId: ConnectionId, regionCode: RegionCode }),
  refuses: listRefusals,
  run: async (context, { connectionId, regionCode }) =>
    channelList(context, {
      connectionId,
      name: `categories of ${regionCode}`,
      read: async (lists, call) => lists.categories(call, regionCode),
      fault: { regionCode: ['is no region whose categories the platform lists'] },
    }),
});
