import { z } from 'zod';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { channelList, listRefusals } from './channelList';

export const listPlaylists = defineUseCase({
  name: 'listPlaylists',
  action: 'connection.read',
  summary: 'The playlists of a channel, to pick a `playlistId` from',
  description:
    'As the platform told them within the last hour, a thousand at most. Free of charge. Empty where the platform has no playlists.',
  input: z.object({ connectionId: ConnectionId }),
  refuses: listRefusals,
  run: async (context, { connectionId }) =>
    channelList(context, {
      connectionId,
      name: 'playlists',
      read: async (lists, call) => lists.playlists(call),
      fault: { connectionId: ['has no playlists'] },
    }),
});
