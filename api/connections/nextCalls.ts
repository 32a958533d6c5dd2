import type { Given } from '../faces/mcpTool';
import type { NextCall } from '../faces/toolText';
import type { Connection } from './schema';
import type { ToolConnectionList } from './toolSchema';

/** The next step after a list of channels: the first channel that needs attention, else what the platform of the first one takes. */
export function nextOfList({ items: [first, ...others] }: ToolConnectionList, { platform }: Given): NextCall {
  if (!first) {
    return typeof platform === 'string'
      ? { tool: 'connect_channel', arguments: { platform } }
      : { tool: 'list_platforms', arguments: {} };
  }
  const troubled = [first, ...others].find(({ isActive, tokenStatus }) => !isActive || tokenStatus !== 'valid');
  if (troubled) return { tool: 'get_connection', arguments: { connectionId: troubled.id } };
  return { tool: 'get_platform_capabilities', arguments: { platform: first.platform } };
}

/** The next step after a channel: what makes it usable again, else what its platform takes. Null: an admin has to act. */
export function nextOfConnection({
  id: connectionId,
  platform,
  isActive,
  tokenStatus,
  tokenExpiresAt,
}: Connection): NextCall | null {
  if (!isActive) return null;
  if (tokenStatus === 'valid') return { tool: 'get_platform_capabilities', arguments: { platform } };
  // After a refused renewal there is no time of expiry any more.
  if (tokenStatus === 'expired' && tokenExpiresAt !== null)
    return { tool: 'refresh_connection_token', arguments: { connectionId } };
  return { tool: 'connect_channel', arguments: { platform, connectionId } };
}
