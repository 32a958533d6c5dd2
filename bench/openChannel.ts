import { z } from 'zod';
import type { Service } from './Bench';

const Workspace = z.object({ workspaceId: z.string(), apiKey: z.string(), webhookSecret: z.string() });
const Connection = z.object({ connectionId: z.string() });

/** A workspace with one channel to publish to. */
export interface OpenChannel {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly connectionId: string;
}

/** Makes one. Its grant has to be renewed at its first use. */
export async function openChannel({ admin }: Service): Promise<OpenChannel> {
  const workspace = Workspace.parse(await admin(['workspace', 'create'], { name: 'Bench' }));
  const grant = {
    workspaceId: workspace.workspaceId,
    platform: 'youtube',
    accessToken: 'bench-access-token',
    refreshToken: 'bench-refresh-token',
  };
  const { connectionId } = Connection.parse(await admin(['connection', 'import'], grant));
  return { ...workspace, connectionId };
}
