import { z } from 'zod';
import { ConnectionId } from '../http/ids';
import { pageOf } from '../http/paging';
import { ChannelList, Connection, ConnectionList, TokenState } from './schema';

/** The list of REST, with the fields that tell which channel needs attention. */
export const ToolConnectionList = pageOf(
  z.strictObject({
    ...ConnectionList.shape.items.element.shape,
    tokenStatus: Connection.shape.tokenStatus,
    accessEndsAt: Connection.shape.accessEndsAt,
  }),
);
export type ToolConnectionList = z.infer<typeof ToolConnectionList>;

/** A page of a list of a channel. */
export const ToolChannelList = pageOf(ChannelList.shape.items.element).extend({
  fetchedAt: ChannelList.shape.fetchedAt,
});
export type ToolChannelList = z.infer<typeof ToolChannelList>;

export const ToolTokenState = z.strictObject({ connectionId: ConnectionId, ...TokenState.shape });
