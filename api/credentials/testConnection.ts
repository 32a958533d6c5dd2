import { channelAccess } from '../../channels/channelAccess';
import type { Connection } from '../../models/connections/Connection';
import type { Channel } from '../../platforms/Platform';
import { findConnection } from '../connections/getConnection';
import { noSuchConnection } from '../connections/refusals';
import type { BaseDeps } from '../deps';
import { ApiError } from '../http/errors';
import { askPlatform } from '../platforms/askPlatform';
import { askedPlatform } from '../platforms/offered';
import { tokenUnusable } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import { TestConnectionInput } from './schema';
import type { ConnectionTested } from './schema';

/** Asks the platform whose channel the tokens of a connection are for. Costs nothing; publishes nothing. */
export const testConnection = defineUseCase({
  name: 'testConnection',
  action: 'credential.manage',
  summary: 'Ask the platform whether a connection works',
  description: 'A platform that refuses or does not answer is no error of this request: `ok` is false then.',
  input: TestConnectionInput,
  refuses: [noSuchConnection],
  run: async ({ deps, principal: { tenant } }, { connectionId }): Promise<ConnectionTested> => {
    const connection = await findConnection(tenant, connectionId);
    const { channel, error } = await channelOf(deps, connection);
    const { tokenStatus } = await findConnection(tenant, connectionId);
    const shown = channel && { id: channel.externalPlatformId, name: channel.name };
    return { ok: shown !== null, tokenStatus, channel: shown, error };
  },
});

interface Found {
  channel: Channel | null;
  error: string | null;
}

async function channelOf(deps: BaseDeps, connection: Connection): Promise<Found> {
  const { platform: slug, tokenStatus } = connection;
  if (tokenStatus !== 'valid') return { channel: null, error: tokenUnusable.error(tokenStatus).message };
  try {
    const platform = askedPlatform(deps, slug);
    const channel = await askPlatform(async (signal) =>
      channelAccess(deps, { platform, channel: connection, signal }).call(async (call) => platform.channel(call)),
    );
    return { channel, error: null };
  } catch (error) {
    if (error instanceof ApiError) return { channel: null, error: error.message };
    throw error;
  }
}
