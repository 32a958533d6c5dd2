import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skewedClock } from './clock';
import { sandboxDefaults } from './config';
import type { SandboxConfig } from './config';
import { openCalls } from './controls/calls';
import { openFaults } from './controls/faults';
import { intercept } from './controls/intercept';
import { controlsRouter } from './controls/router';
import { createApp, serve } from './http/serve';
import { mediaRouter } from './media/sampleMedia';
import { pagesRouter } from './pages/router';
import { receiverPages } from './receiver/page';
import { openReceivers } from './receiver/receivers';
import { receiverRouter } from './receiver/router';
import { openSettings } from './settings';
import { openYoutube } from './youtube/index';

/** A sandbox that is up. */
export interface Sandbox {
  /** Controls, pages and sample media. */
  readonly url: string;
  readonly youtubeUrl: string;
  /** Ends all connections and closes all ports. A data folder that was given stays as it is. */
  stop(): Promise<void>;
}

/** Starts the platforms, each on its own port. Rejects when a port is taken or the data folder is not readable. */
export async function startSandbox(changes: Partial<SandboxConfig> = {}): Promise<Sandbox> {
  const config = { ...sandboxDefaults, ...changes };
  const dataDir = config.dataDir ?? (await mkdtemp(join(tmpdir(), 'sandbox-')));
  const settings = openSettings(dataDir, config.processingMs);
  const youtube = openYoutube(config, dataDir, settings, skewedClock(settings));
  const platforms = [youtube];
  const receivers = openReceivers(dataDir);

  const [faults, calls] = [openFaults(), openCalls(dataDir, config.callsMax)];
  const observe = intercept(calls, faults, new Map(platforms.flatMap(({ errors }) => [...errors])));
  const controls = controlsRouter({ platforms, settings, faults, calls, receivers });
  const pages = pagesRouter(platforms, () => receivers.names());
  const createHost = () =>
    createApp()
      .use('/_sandbox/media', mediaRouter(observe))
      .use('/_sandbox/receiver', receiverRouter(receivers, observe))
      .use('/_sandbox', controls)
      .use('/receiver', receiverPages(receivers))
      .use(pages);

  const mainHost = await serve(createHost(), config.host, config.port);
  const youtubeApp = createHost().use(observe, youtube.router);
  const youtubeHost = await serve(youtubeApp, config.host, youtube.port).catch(async (error: unknown) => {
    await mainHost.close();
    throw error;
  });
  return {
    url: mainHost.url,
    youtubeUrl: youtubeHost.url,
    async stop() {
      await Promise.all([mainHost.close(), youtubeHost.close()]);
      if (config.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
