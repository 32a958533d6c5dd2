import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Service } from '../../Bench';
import { requestJson } from '../../requestJson';

const pollMs = 50;
/** For a machine that moves no more than 10 MB a second. */
const patienceMs = (sizeBytes: number) => 60_000 + sizeBytes / 10_000;

const Workspace = z.object({ workspaceId: z.string(), apiKey: z.string() });
const Connection = z.object({ connectionId: z.string() });
const Created = z.object({ id: z.string() });
const Assignment = z.object({ status: z.string(), errors: z.array(z.object({ message: z.string() })) });

/** Publishes media through the service's API; resolves when the post is published, whatever it takes. */
export type Publish = (mediaUrl: string, sizeBytes: number) => Promise<void>;

/** Makes a workspace with one channel to publish to. */
export async function openChannel({ apiUrl, admin }: Service): Promise<Publish> {
  const { workspaceId, apiKey } = Workspace.parse(await admin(['workspace', 'create'], { name: 'Bench' }));
  const grant = {
    workspaceId,
    platform: 'youtube',
    accessToken: 'bench-access-token',
    refreshToken: 'bench-refresh-token',
  };
  const { connectionId } = Connection.parse(await admin(['connection', 'import'], grant));
  const url = `${apiUrl}/api/v1/assignments`;

  return async (mediaUrl, sizeBytes) => {
    const body = { connectionId, type: 'video', mediaUrl, payload: { title: 'Bench', privacy: 'public' } };
    const { id } = await requestJson(Created, url, { apiKey, body });
    const deadline = performance.now() + patienceMs(sizeBytes);
    for (;;) {
      const { status, errors } = await requestJson(Assignment, `${url}/${id}`, { apiKey });
      if (status === 'published') return;
      if (status === 'failed')
        throw new Error(`the assignment failed: ${errors.map(({ message }) => message).join('; ')}`);
      if (performance.now() > deadline) throw new Error(`the assignment is still ${status}`);
      await sleep(pollMs);
    }
  };
}
