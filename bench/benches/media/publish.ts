import { z } from 'zod';
import type { Service } from '../../Bench';
import { openChannel } from '../../service/openChannel';
import { requestJson } from '../../tools/requestJson';
import { until } from '../../tools/until';

const pollMs = 50;
/** For a machine that moves no more than 10 MB a second. */
const patienceMs = (sizeBytes: number) => 60_000 + sizeBytes / 10_000;

const Created = z.object({ id: z.string() });
const Assignment = z.object({ status: z.string(), errors: z.array(z.object({ message: z.string() })) });

/** Publishes media through the service's API at once; resolves when the post is published. */
export type Publish = (mediaUrl: string, sizeBytes: number) => Promise<void>;

/** Makes a workspace with one channel to publish to. */
export async function openPublish(service: Service): Promise<Publish> {
  const { apiKey, connectionId } = await openChannel(service);
  const url = `${service.apiUrl}/api/v1/assignments`;

  return async (mediaUrl, sizeBytes) => {
    const body = { connectionId, type: 'video', mediaUrl, payload: { title: 'Bench', privacy: 'public' } };
    const { id } = await requestJson(Created, url, { apiKey, body });
    const hasEnded = async (): Promise<true | undefined> => {
      const { status, errors } = await requestJson(Assignment, `${url}/${id}`, { apiKey });
      if (status === 'failed')
        throw new Error(`the assignment failed: ${errors.map(({ message }) => message).join('; ')}`);
      return status === 'published' || undefined;
    };
    const limitMs = patienceMs(sizeBytes);
    await until(hasEnded, { limitMs, pollMs, complaint: () => `the assignment did not end within ${limitMs} ms` });
  };
}
