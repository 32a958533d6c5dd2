import { z } from 'zod';
import type { Service } from '../Bench';

const Workspace = z.object({ workspaceId: z.string(), apiKey: z.string(), webhookSecret: z.string() });
const Connection = z.object({ connectionId: z.string() });

/** A workspace with one channel to publish to. */
export interface OpenChannel {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly connectionId: string;
}

export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Makes one. */
export async function openChannel(
  { admin }: Service,
  { accessToken, refreshToken }: GrantedTokens = plainTokens,
): Promise<OpenChannel> {
  const workspace = Workspace.parse(await admin(['workspace', 'create'], { name: 'Bench' }));
  const grant = {
    workspaceId: workspace.workspaceId,
    platform: 'youtube',
    accessToken,
    refreshToken,
  };
  const { connectionId } = Connection.parse(await admin(['connection', 'import'], grant));
  return { ...workspace, connectionId };
}

/** For a platform that takes any. */
const plainTokens = { accessToken: 'bench-access-token', refreshToken: 'bench-refresh-token' };
