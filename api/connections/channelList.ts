import { channelAccess } from '../../channels/channelAccess';
import { ChannelList } from '../../models/connections/ChannelList';
import type { KeptList } from '../../models/connections/ChannelList';
import type { ChannelLists, ListCall, ListItem } from '../../platforms/ChannelLists';
import { invalid } from '../http/errors';
import { askPlatform } from '../platforms/askPlatform';
import { askedPlatform } from '../platforms/offered';
import { askingRefusals, tokenUnusable } from '../platforms/refusals';
import type { TenantContext } from '../useCase';
import { findConnection } from './getConnection';
import { noSuchConnection } from './refusals';

export const listRefusals = [noSuchConnection, tokenUnusable, ...askingRefusals] as const;

interface ListWanted {
  connectionId: string;
  /** The name under which the list is kept. */
  name: string;
  /** Null: the platform has no such list, for the reason that `fault` gives. */
  read: (lists: ChannelLists, call: ListCall) => Promise<ListItem[] | null>;
  fault: Readonly<Record<string, string[]>>;
}

/**
 * A list of a channel, as its platform told it within the last hour; empty where the platform has none. Free.
 * @throws ApiError 400 for a list that the platform does not have; 404; 409 for an unusable token; as `askPlatform`
 */
export async function channelList(
  context: TenantContext,
  { connectionId, name, read, fault }: ListWanted,
): Promise<KeptList> {
  const { deps, principal, signal: gone } = context;
  const connection = await findConnection(principal.tenant, connectionId);
  const platform = askedPlatform(deps, connection.platform);
  const { lists } = platform;
  if (!lists) return { items: [], fetchedAt: new Date() };
  if (connection.tokenStatus !== 'valid') throw tokenUnusable.error(connection.tokenStatus);
  const kept = await ChannelList.kept(connection, name);
  if (kept) return kept;
  const items = await askPlatform(
    async (signal) =>
      channelAccess(deps, { platform, channel: connection, signal }).call(async (call) => read(lists, call)),
    gone,
  );
  if (items === null) throw invalid({ ...fault });
  const stored = await ChannelList.keep(connection, name, items);
  if (!stored) throw noSuchConnection.error();
  return stored;
}
