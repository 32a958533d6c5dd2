/**
 * The options of the platforms. Their names begin with the slug, `youtubePort`; each platform reads its own, and has its
 * defaults for them.
 */
export interface PlatformOptions {
  [port: `${string}Port`]: number | undefined;
  /** Of the client or app that publishes. */
  [id: `${string}Id`]: string | undefined;
  [secret: `${string}Secret`]: string | undefined;
  /** The redirect URIs that a consent may have. */
  [redirectUris: `${string}RedirectUris`]: readonly string[] | undefined;
}

/** The options with which the sandbox starts. Times in milliseconds; port 0 picks a free port. */
export interface SandboxConfig extends Readonly<PlatformOptions> {
  /** Address the ports are bound to. */
  readonly host: string;
  /** Controls, pages and sample media. */
  readonly port: number;
  /** The mail server, by SMTP. */
  readonly mailPort: number;
  /** Stripe's API and its pages. */
  readonly stripePort: number;
  /** The folder of all data; undefined: a temporary folder, removed at stop. */
  readonly dataDir: string | undefined;
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
    ...readPlatformOptions(env),
    host: env['SANDBOX_HOST'] || sandboxDefaults.host,
    port: readInteger(env, 'SANDBOX_PORT', 65_535, sandboxDefaults.port),
    mailPort: readInteger(env, 'SANDBOX_MAIL_PORT', 65_535, sandboxDefaults.mailPort),
    stripePort: readInteger(env, 'SANDBOX_STRIPE_PORT', 65_535, sandboxDefaults.stripePort),
    dataDir: env['SANDBOX_DATA_DIR'] || sandboxDefaults.dataDir,
    stripeSecretKey: env['SANDBOX_STRIPE_SECRET_KEY'] || sandboxDefaults.stripeSecretKey,
    stripeWebhookUrl: env['SANDBOX_STRIPE_WEBHOOK_URL'] || sandboxDefaults.stripeWebhookUrl,
    stripeWebhookSecret: env['SANDBOX_STRIPE_WEBHOOK_SECRET'] || sandboxDefaults.stripeWebhookSecret,
    processingMs: readInteger(env, 'SANDBOX_PROCESSING_MS', Number.MAX_SAFE_INTEGER, sandboxDefaults.processingMs),
  };
}

/** The options of platforms: those that a variable names by its ending, SANDBOX_YOUTUBE_PORT as `youtubePort`. */
function readPlatformOptions(env: NodeJS.ProcessEnv): PlatformOptions {
  const options: PlatformOptions = {};
  for (const [variable, text] of Object.entries(env)) {
    const [, words, ending] = /^SANDBOX_([A-Z]\w*)_(PORT|ID|SECRET|REDIRECT_URIS)$/.exec(variable) ?? [];
    if (words === undefined || !text) continue;
    const name = words.toLowerCase().replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
    if (ending === 'PORT') options[`${name}Port` as const] = readInteger(env, variable, 65_535, 0);
    if (ending === 'ID') options[`${name}Id` as const] = text;
    if (ending === 'SECRET') options[`${name}Secret` as const] = text;
    if (ending === 'REDIRECT_URIS') options[`${name}RedirectUris` as const] = readList(text);
  }
  return options;
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
