import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Router } from 'express';
import type { Express } from 'express';
import { skewedClock } from './clock';
import { sandboxDefaults } from './config';
import type { SandboxConfig } from './config';
import { openCalls } from './controls/calls';
import { openFaults } from './controls/faults';
import { intercept } from './controls/intercept';
import type { Interception } from './controls/intercept';
import { openLater } from './controls/later';
import { refuseOutbound } from './controls/refuseOutbound';
import { controlsRouter } from './controls/router';
import { createApp, serve } from './http/serve';
import type { Host } from './http/serve';
import { openMailFaults } from './mailbox/faults';
import { openMails } from './mailbox/mails';
import { mailboxPages } from './mailbox/page';
import { mailboxRouter } from './mailbox/router';
import type { Mailbox } from './mailbox/router';
import { serveMail } from './mailbox/server';
import { mediaRouter } from './media/sampleMedia';
import { pagesRouter } from './pages/router';
import type { PlatformApp, PlatformModule } from './platform';
import { platformModules } from './platforms';
import { receiverPages } from './receiver/page';
import { openReceivers } from './receiver/receivers';
import type { Receivers } from './receiver/receivers';
import { receiverRouter } from './receiver/router';
import { openSettings } from './settings';
import type { SettingsStore } from './settings';
import { openStripe } from './stripe/index';
import type { StripeSandbox } from './stripe/index';

/** A sandbox that is up. */
export interface Sandbox {
  /** The hosts of all platforms, controls, pages and sample media. */
  readonly url: string;
  /** The app that publishes on each platform, by the slug. */
  readonly apps: Readonly<Record<string, PlatformApp>>;
  /** The mail server: `smtp://host:port`. */
  readonly mailUrl: string;
  /** Stripe's API and its pages. */
  readonly stripeUrl: string;
  /** Ends all connections and closes all ports. A data folder that was given stays as it is. */
  stop(): Promise<void>;
}

/** Starts the platforms, by default all platforms of the table. Rejects for a taken port or unreadable data folder. */
export async function startSandbox(
  changes: Partial<SandboxConfig> = {},
  modules: Readonly<Record<string, PlatformModule>> = platformModules,
): Promise<Sandbox> {
  const config = { ...sandboxDefaults, ...changes };
  const dataDir = config.dataDir ?? (await mkdtemp(join(tmpdir(), 'sandbox-')));
  const settings = openSettings(dataDir, config.processingMs);
  const clock = skewedClock(settings);
  const given: Readonly<Record<string, Partial<PlatformApp>>> = config.apps;
  const platforms = Object.entries(modules).map(([slug, module]) => {
    const app = { ...module.app, ...given[slug] };
    return { slug, app, ...module.open(app, { folder: join(dataDir, slug), settings, clock }) };
  });
  settings.assertKnown();
  const stripe = openStripe(config, dataDir, clock);
  const filmFolder = join(dataDir, 'films');
  const parts = { platforms, settings, filmFolder, ...openControls(dataDir, config), stripe };
  const createHost = hostsOf(parts);

  const hosts: Pick<Host, 'close'>[] = [];
  const open = async (app: Express, port: number) => {
    const host = await serve(app, config.host, port);
    hosts.push(host);
    return host.url;
  };
  const stop = async () => {
    await Promise.all(hosts.map((host) => host.close()));
    stripe.stop();
    parts.later.forget();
    if (config.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    for (const platform of platforms) await platform.recover?.();
    const url = await open(createHost().use(platformsRouter(parts)), config.port);
    const { mails, faults } = parts.mailbox;
    const mailHost = await serveMail(mails, faults, config.host, config.mailPort);
    hosts.push(mailHost);
    const stripeUrl = await open(stripeHost(parts, createHost()), config.stripePort);
    stripe.openAt(stripeUrl);
    const apps = Object.fromEntries(platforms.map(({ slug, app }) => [slug, app]));
    return { url, apps, mailUrl: mailHost.url, stripeUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The parts that make up a sandbox. */
interface Parts extends Interception {
  readonly settings: SettingsStore;
  readonly filmFolder: string;
  readonly receivers: Receivers;
  readonly mailbox: Mailbox;
  readonly stripe: StripeSandbox;
}

/** The notes and controls that all ports share. */
function openControls(dataDir: string, { callsMax }: SandboxConfig) {
  return {
    faults: openFaults(),
    calls: openCalls(dataDir, callsMax),
    later: openLater(),
    receivers: openReceivers(dataDir),
    mailbox: { mails: openMails(dataDir), faults: openMailFaults() },
  };
}

/** The hosts of all platforms in one: the platform whose path a request has answers it. */
function platformsRouter(parts: Interception): Router {
  const hosts = parts.platforms.map((platform) => ({
    platform,
    router: Router().use(intercept(parts, platform), platform.router),
  }));
  return Router().use((req, res, next) => {
    const owners = hosts.filter(({ platform }) => platform.paths.test(req.path));
    const slugs = owners.map(({ platform }) => platform.slug);
    if (owners.length > 1) throw new Error(`it is a path of ${slugs.join(' and ')}: no two platforms may share one`);
    const [owner] = owners;
    if (owner) owner.router(req, res, next);
    else next();
  });
}

/** Adds Stripe's API and pages to the answers of every port. */
function stripeHost(parts: Parts, app: Express): Express {
  return app.use(intercept(parts, null), parts.stripe.router);
}

/** Makes the part that every port answers: controls, pages and sample media. */
function hostsOf(parts: Parts): () => Express {
  const { platforms, receivers, mailbox, stripe } = parts;
  const observe = intercept(parts, null);
  const remembered = [receivers, mailbox.mails, stripe];
  const controls = controlsRouter({ ...parts, mailFaults: mailbox.faults, remembered });
  const pages = pagesRouter(platforms, () => receivers.names());
  return () =>
    createApp()
      .use('/_sandbox/media', mediaRouter(observe, parts.filmFolder))
      .use('/_sandbox/receiver', receiverRouter(receivers, observe))
      .use('/_sandbox/mailbox', mailboxRouter(mailbox))
      .use('/_sandbox/stripe', stripe.controls)
      .use('/_sandbox', refuseOutbound, controls)
      .use('/receiver', receiverPages(receivers))
      .use('/mailbox', mailboxPages(mailbox.mails))
      .use('/stripe', stripe.overview)
      .use(pages);
}
