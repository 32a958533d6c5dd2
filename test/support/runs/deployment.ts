import { baseUrl } from './connecting';
import { settingsFor, startProcess } from '../servers/processes';
import type { ProcessName, ServiceProcess, Settings } from '../servers/processes';
import { startPublishing } from './publishing';
import type { Publishing } from './publishing';
import { startReceiver } from '../servers/webhookReceiver';
import type { WebhookReceiver } from '../servers/webhookReceiver';
import { use } from '../use';

/** The service as real processes that a test starts and kills. Their surroundings run in this process. */
export interface Deployment extends Publishing {
  /** Settings of each process. */
  settings: Record<string, string>;
  /** All processes so far. */
  started: readonly ServiceProcess[];
  /**
   * Starts a process with these settings besides the usual ones. The end of the world kills it if it still runs.
   * `build` is the folder of another build than `dist/`.
   */
  start: (name: ProcessName, settings?: Settings, build?: string) => ServiceProcess;
  /** The same, and waits until it is ready. */
  up: (name: ProcessName, settings?: Settings, build?: string) => Promise<ServiceProcess>;
  /** One more receiver of webhooks. */
  openReceiver: () => Promise<WebhookReceiver>;
}

/** Database, Temporal namespace, sandbox and media source, and no process yet. */
export async function startDeployment(given: Record<string, string> = {}): Promise<Deployment> {
  const publishing = await startPublishing({ workers: false });
  const started: ServiceProcess[] = [];
  const receivers: WebhookReceiver[] = [];
  const settings = {
    ...settingsFor(publishing),
    BASE_URL: baseUrl,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    MEDIA_DIR: publishing.files.path,
    ...given,
  };
  const start: Deployment['start'] = (name, changes = {}, build?: string) => {
    const one = startProcess(name, { ...settings, ...changes }, build);
    started.push(one);
    return one;
  };
  return {
    ...publishing,
    settings,
    started,
    start,
    up: async (...which) => {
      const one = start(...which);
      await one.ready();
      return one;
    },
    openReceiver: async () => {
      const receiver = await startReceiver();
      receivers.push(receiver);
      return receiver;
    },
    stop: async () => {
      await Promise.all(started.map(async ({ end }) => end('SIGKILL')));
      await Promise.all(receivers.map(async (receiver) => receiver.stop()));
      await publishing.stop();
    },
  };
}

/** The service as real processes, for the tests around the call. */
export function useDeployment(...options: Parameters<typeof startDeployment>): Deployment {
  return use(async () => startDeployment(...options));
}
