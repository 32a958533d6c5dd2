import type { PlatformApp, PlatformModule } from './platform';
import { platformModules } from './platforms';

/** The apps of some platforms, by slug: whatever part of one is not given is that of the platform. */
export type Apps = { readonly [Slug in keyof typeof platformModules]?: Partial<PlatformApp> };

/** The options with which the sandbox starts. Times in milliseconds; port 0 picks a free port. */
export interface SandboxConfig {
  /** Address the ports are bound to. */
  readonly host: string;
  /** The hosts of all platforms, controls, pages and sample media. */
  readonly port: number;
  /** The mail server, by SMTP. */
  readonly mailPort: number;
  /** Stripe's API and its pages. */
  readonly stripePort: number;
  /** The folder of all data; undefined: a temporary folder, removed at stop. */
  readonly dataDir: string | undefined;
  readonly apps: Apps;
  readonly stripeSecretKey: string;
  /** The address to which Stripe's events are sent; undefined: none are sent. */
  readonly stripeWebhookUrl: string | undefined;
  /** The secret with which they are signed. */
  readonly stripeWebhookSecret: string;
  /** The time for which a new video is processed, until the settings say otherwise. */
  readonly processingMs: number;
  /** So many of the latest calls are kept, besides all that had an effect. */
  readonly callsMax: number;
}

export const sandboxDefaults: SandboxConfig = {
  host: '127.0.0.1',
  port: 4600,
  mailPort: 4603,
  stripePort: 4604,
  dataDir: undefined,
  apps: {},
  stripeSecretKey: 'sk_test_sandbox',
  stripeWebhookUrl: undefined,
  stripeWebhookSecret: 'whsec_sandbox',
  processingMs: 2000,
  callsMax: 10_000,
};

/** Reads the SANDBOX_* variables. Throws an error that names the variable when a value is no number of its range. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): SandboxConfig {
  return {
    ...sandboxDefaults,
    host: env['SANDBOX_HOST'] || sandboxDefaults.host,
    port: readInteger(env, 'SANDBOX_PORT', 65_535, sandboxDefaults.port),
    mailPort: readInteger(env, 'SANDBOX_MAIL_PORT', 65_535, sandboxDefaults.mailPort),
    stripePort: readInteger(env, 'SANDBOX_STRIPE_PORT', 65_535, sandboxDefaults.stripePort),
    dataDir: env['SANDBOX_DATA_DIR'] || sandboxDefaults.dataDir,
    apps: readApps(platformModules, env),
    stripeSecretKey: env['SANDBOX_STRIPE_SECRET_KEY'] || sandboxDefaults.stripeSecretKey,
    stripeWebhookUrl: env['SANDBOX_STRIPE_WEBHOOK_URL'] || sandboxDefaults.stripeWebhookUrl,
    stripeWebhookSecret: env['SANDBOX_STRIPE_WEBHOOK_SECRET'] || sandboxDefaults.stripeWebhookSecret,
    processingMs: readInteger(env, 'SANDBOX_PROCESSING_MS', Number.MAX_SAFE_INTEGER, sandboxDefaults.processingMs),
  };
}

/** Reads the app of each platform from the variables that begin with its slug, as SANDBOX_YOUTUBE_CLIENT_ID does. */
function readApps(
  modules: Readonly<Record<string, PlatformModule>>,
  env: NodeJS.ProcessEnv,
): Record<string, PlatformApp> {
  return Object.fromEntries(
    Object.entries(modules).map(([slug, { app }]) => {
      const read = (name: string) => env[`SANDBOX_${slug.toUpperCase()}_${name}`];
      const redirectUris = read('REDIRECT_URIS');
      return [
        slug,
        {
          clientId: read('CLIENT_ID') || app.clientId,
          clientSecret: read('CLIENT_SECRET') || app.clientSecret,
          redirectUris: redirectUris ? readList(redirectUris) : app.redirectUris,
        },
      ];
    }),
  );
}

function readList(text: string): string[] {
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

function readInteger(env: NodeJS.ProcessEnv, name: string, max: number, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}"`);
  return value;
}
