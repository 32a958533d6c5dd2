import type { Service } from '../../Bench';
import type { Load } from '../../load/generateLoad';
import { openChannel } from '../../service/openChannel';
import type { OpenChannel } from '../../service/openChannel';
import type { Sandbox } from '../../service/startSandbox';

/** Far enough that nothing is published while the bench runs. */
const scheduleAheadDays = 30;

/** A workspace with a channel, and the request that asks for an assignment on it, which is due in a month. */
export interface Caller extends OpenChannel {
  readonly target: Load['targets'][number];
}

/** Makes one. */
export async function openCaller(service: Service, sandbox: Sandbox): Promise<Caller> {
  const channel = await openChannel(service, await sandbox.createChannel());
  const body = JSON.stringify({
    connectionId: channel.connectionId,
    type: 'video',
    mediaUrl: sandbox.mediaUrl,
    payload: { title: 'Bench', privacy: 'public' },
    scheduledAt: new Date(Date.now() + scheduleAheadDays * 86_400_000).toISOString(),
  });
  return { ...channel, target: { url: `${service.apiUrl}/api/v1/assignments`, apiKey: channel.apiKey, body } };
}
