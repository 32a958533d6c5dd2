import { changes, reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { connectChannel } from './links/connectChannel';
import { getConnectStatus } from './links/getConnectStatus';
import type { ConnectProgress } from './links/getConnectStatus';
import { ConnectChannel, ConnectStatus, waitSecondsMax } from './links/schema';

export const connectTools = [
  mcpTool(connectChannel, {
    name: 'connect_channel',
    title: 'Connect a channel',
    description:
      'Makes an address at which the person connects a channel of this platform, or with connectionId connects one again. Give them the ' +
      'address, as it is; it is good for 30 minutes. Then follow with get_connect_status.',
    hints: { ...changes, openWorldHint: false },
    schema: ConnectChannel,
    present: ({ expiresAt, ...made }) => ({ ...made, expiresAt: expiresAt.toISOString() }),
    say: ({ connectUrl, expiresAt }) =>
      `Ask the person to open ${connectUrl} before ${expiresAt}, and to connect the channel there.`,
    next: ({ connectId }) => ({
      tool: 'get_connect_status',
      arguments: { connectId, waitSeconds: waitSecondsMax },
    }),
    opens: ({ connectUrl }, { platform }) => ({
      url: connectUrl,
      message: `Open this page to connect a channel of ${String(platform)}.`,
    }),
  }),
  mcpTool(getConnectStatus, {
    name: 'get_connect_status',
    title: 'See whether a channel is connected',
    description:
      'Tells how far the connecting of a channel is that connect_channel has begun. With waitSeconds it waits for the end, so that you ' +
      'need not ask again and again.',
    hints: reads,
    schema: ConnectStatus,
    present: (progress) => progress,
    say: sayStatus,
    next: ({ status, connectId, connectionId, platform }) => {
      if (connectionId !== null) return { tool: 'get_connection', arguments: { connectionId } };
      return status === 'pending' || status === 'consumed'
        ? { tool: 'get_connect_status', arguments: { connectId, waitSeconds: waitSecondsMax } }
        : { tool: 'connect_channel', arguments: { platform } };
    },
  }),
];

function sayStatus({ status, missing, error, reason }: ConnectProgress): string {
  const without = missing.length === 0 ? '' : ` Not allowed by its owner: ${missing.join(', ')}.`;
  if (status === 'completed') return `The channel is connected.${without}`;
  if (status === 'pending') return 'The person has not gone on to the platform yet.';
  if (status === 'consumed') return 'The person is on the way: at the platform, or coming back.';
  return `Nothing was connected: ${error ?? status}. ${reason ?? ''} The same address can be tried again within its time.`;
}
