import { z } from 'zod';
import type { Service } from '../Bench';

const Workspace = z.object({ workspaceId: z.string(), apiKey: z.string(), webhookSecret: z.string() });
type Workspace = z.infer<typeof Workspace>;
const Connection = z.object({ connectionId: z.string() });

/** A workspace with one channel to publish to. */
export interface OpenChannel extends Readonly<Workspace> {
  readonly connectionId: string;
}

export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Opens one in a workspace that is there, or else in a new one. */
export async function openChannel(
  { admin }: Service,
  { accessToken, refreshToken }: GrantedTokens = plainTokens,
  workspaceId?: string,
): Promise<OpenChannel> {
  const workspace = await (workspaceId === undefined ? newWorkspace(admin) : knownWorkspace(admin, workspaceId));
  const grant = {
    workspaceId: workspace.workspaceId,
    platform: 'youtube',
    accessToken,
    refreshToken,
  };
  const { connectionId } = Connection.parse(await admin(['connection', 'import'], grant));
  return { ...workspace, connectionId };
}

async function newWorkspace(admin: Service['admin']): Promise<Workspace> {
  return Workspace.parse(await admin(['workspace', 'create'], { name: 'Bench' }));
}

/** Credentials that were there before are refused from then on. */
async function knownWorkspace(admin: Service['admin'], workspaceId: string): Promise<Workspace> {
  const { apiKey } = Workspace.pick({ apiKey: true }).parse(await admin(['workspace', 'rotate-key', workspaceId], {}));
  const rotated = await admin(['workspace', 'rotate-webhook-secret', workspaceId], {});
  return { workspaceId, apiKey, ...Workspace.pick({ webhookSecret: true }).parse(rotated) };
}

/** For a platform that takes any. */
const plainTokens = { accessToken: 'bench-access-token', refreshToken: 'bench-refresh-token' };
