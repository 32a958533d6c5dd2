/** The options with which the sandbox starts. Times in milliseconds; port 0 picks a free port. */
export interface SandboxConfig {
  /** Address the ports are bound to. */
  readonly host: string;
  /** Controls, pages and sample media. */
  readonly port: number;
  /** Google's API, upload, token and account hosts. */
  readonly youtubePort: number;
  /** Facebook's dialog, Graph and rupload hosts. */
  readonly facebookPort: number;
  /** The mail server, by SMTP. */
  readonly mailPort: number;
  /** Stripe's API and its pages. */
  readonly stripePort: number;
  /** The folder of all data; undefined: a temporary folder, removed at stop. */
  readonly dataDir: string | undefined;
  readonly youtubeClientId: string;
  readonly youtubeClientSecret: string;
  /** The redirect URIs that a consent may have; empty: any http address of this machine. */
  readonly youtubeRedirectUris: readonly string[];
  readonly facebookAppId: string;
  readonly facebookAppSecret: string;
  /** As for YouTube. */
  readonly facebookRedirectUris: readonly string[];
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
  youtubePort: 4601,
  facebookPort: 4602,
  mailPort: 4603,
  stripePort: 4604,
  dataDir: undefined,
  youtubeClientId: 'sandbox-youtube-client',
  youtubeClientSecret: 'sandbox-youtube-secret',
  youtubeRedirectUris: [],
  facebookAppId: '600000000000001',
  facebookAppSecret: 'sandbox-facebook-secret',
  facebookRedirectUris: [],
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
    youtubePort: readInteger(env, 'SANDBOX_YOUTUBE_PORT', 65_535, sandboxDefaults.youtubePort),
    facebookPort: readInteger(env, 'SANDBOX_FACEBOOK_PORT', 65_535, sandboxDefaults.facebookPort),
    mailPort: readInteger(env, 'SANDBOX_MAIL_PORT', 65_535, sandboxDefaults.mailPort),
    stripePort: readInteger(env, 'SANDBOX_STRIPE_PORT', 65_535, sandboxDefaults.stripePort),
    dataDir: env['SANDBOX_DATA_DIR'] || sandboxDefaults.dataDir,
    youtubeClientId: env['SANDBOX_YOUTUBE_CLIENT_ID'] || sandboxDefaults.youtubeClientId,
    youtubeClientSecret: env['SANDBOX_YOUTUBE_CLIENT_SECRET'] || sandboxDefaults.youtubeClientSecret,
    youtubeRedirectUris: readList(env, 'SANDBOX_YOUTUBE_REDIRECT_URIS'),
    facebookAppId: env['SANDBOX_FACEBOOK_APP_ID'] || sandboxDefaults.facebookAppId,
    facebookAppSecret: env['SANDBOX_FACEBOOK_APP_SECRET'] || sandboxDefaults.facebookAppSecret,
    facebookRedirectUris: readList(env, 'SANDBOX_FACEBOOK_REDIRECT_URIS'),
    stripeSecretKey: env['SANDBOX_STRIPE_SECRET_KEY'] || sandboxDefaults.stripeSecretKey,
    stripeWebhookUrl: env['SANDBOX_STRIPE_WEBHOOK_URL'] || sandboxDefaults.stripeWebhookUrl,
    stripeWebhookSecret: env['SANDBOX_STRIPE_WEBHOOK_SECRET'] || sandboxDefaults.stripeWebhookSecret,
    processingMs: readInteger(env, 'SANDBOX_PROCESSING_MS', Number.MAX_SAFE_INTEGER, sandboxDefaults.processingMs),
  };
}

function readList(env: NodeJS.ProcessEnv, name: string): string[] {
  const values = (env[name] ?? '').split(',').map((value) => value.trim());
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
