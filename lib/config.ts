import { z } from 'zod';
import { prepareAheadSecondsMax } from '../domain/limits';
import { parseUrl } from '../domain/parseUrl';
import { webhookDelaysDefault } from '../domain/webhook';
import { baseUrl } from './settings/baseUrl';
import { ConfigError } from './settings/ConfigError';
import { parseMailServer } from './mail/mailServer';
import { parseSender, senderAt } from './mail/sender';
import { mediaStoreOf } from './mediaStore/settings';
import { paymentSettingsOf, paymentVariables } from './payments/settings';
import { parseOutboundAllow } from './safeFetch/allow';
import { parseSecretsKeys } from './secrets';
import { parseTrustProxy } from './settings/trustProxy';
import { readPlatforms } from './platformSettings';
import type { Modules, PlatformSettings } from './platformSettings';
import { readVariables, withoutBlanks } from './settings/readVariables';
import type { Variables } from './settings/readVariables';
import { retentionOf, retentionVariables } from './settings/retention';
import { wholeNumber } from './settings/wholeNumber';

/** Seconds, turned into milliseconds. */
function seconds(min: number, max: number) {
  const words = `must be seconds from ${min} to ${max}, such as 2 or 0.5`;
  const number = z.number().min(min, words).max(max, words);
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, words)
    .transform(Number)
    .pipe(number.transform((given) => given * 1000));
}

const port = wholeNumber(0, 65_535);
const count = wholeNumber(1);
const text = z.string();
const buildId = z
  .string()
  .regex(/^[\w][\w.-]{0,63}$/, 'must have up to 64 letters, digits and - . _, such as 1.4.0 or the id of a commit');
const databaseWords = 'must look like postgres://user:password@host:5432/database';
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, databaseWords)
  .refine((url) => parseUrl(url) !== undefined, databaseWords);
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
/** Comma-separated, without ports. */
const hostNames = z
  .string()
  .regex(/^([a-z0-9.-]+(,[a-z0-9.-]+)*)?$/, 'must be host names in lower case, comma-separated, such as claude.ai')
  .transform((list) => (list === '' ? [] : list.split(',')));
/** Comma-separated seconds, each turned into milliseconds. */
const delays = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, 'must be seconds, comma-separated, such as 2,6,18')
  .transform((list) => list.split(',').map((seconds) => Number(seconds) * 1000));

/** Runs a parser that throws a sentence as a zod transform, so that the sentence becomes the issue. */
function parsed<T>(parse: (given: string) => T) {
  return z.string().transform((given, context): T => {
    try {
      return parse(given);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is malformed' });
      return z.NEVER;
    }
  });
}

/**
 * The form of Temporal's address. `@temporalio/envconfig` reads it (lib/temporal.ts); it takes an empty text for an
 * address, too.
 */
const temporalWords = 'must be host:port, such as localhost:7233';
const temporalAddress = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):[1-9]\d{0,4}$/i, temporalWords)
  .refine((address) => parseUrl(`http://${address}`) !== undefined, temporalWords);
const TemporalEnvironment = z.object({ TEMPORAL_ADDRESS: temporalAddress.optional() });

/** A moment, such as `2026-11-27T12:00:00Z`. */
const moment = z.iso
  .datetime({ offset: true, error: 'must be a time with its zone, such as 2026-11-27T12:00:00Z' })
  .transform((time) => new Date(time));

/** All settings of the service's processes, platforms apart, as `.env.example` explains them (contract.md §12). */
export const Environment = z.object({
  PORT: port.default(3000),
  HOST: text.default('0.0.0.0'),
  INTERNAL_PORT: port.optional(),
  INTERNAL_HOST: text.default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  CONSOLE_URL: baseUrl.optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: count.default(10),
  TEMPORAL_UI_URL: baseUrl.optional(),
  SECRETS_KEY: parsed(parseSecretsKeys),
  JWT_SECRET: parsed(parseSecretsKeys),
  SMTP_URL: parsed(parseMailServer).optional(),
  MAIL_FROM: parsed(parseSender).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  OUTBOUND_ALLOW: parsed(parseOutboundAllow).prefault(''),
  TRUST_PROXY: parsed(parseTrustProxy).prefault('0'),
  RATE_LIMIT_PER_MINUTE: count.default(6000),
  CREDITS_FREE_PLAN: wholeNumber(0).default(500),
  IDEMPOTENCY_HOLD_UNTIL: moment.optional(),
  MCP_HOSTS: hostNames.prefault(''),
  MCP_ORIGINS: hostNames.prefault('claude.ai,claude.com,chatgpt.com,vscode.dev'),
  PLATFORM_RETRY_DELAYS: delays.prefault('2,6,18,54,162,486,600'),
  WEBHOOK_DELAYS: delays.prefault(webhookDelaysDefault),
  WEBHOOKS_IN_FLIGHT_MAX: count.default(200),
  PROCESSING_POLL_SECONDS: seconds(0.001, 3600).prefault('5'),
  PREPARE_AHEAD_SECONDS: wholeNumber(0, prepareAheadSecondsMax).default(600),
  MEDIA_STALL_SECONDS: seconds(0.001, 3600).prefault('60'),
  UPLOADS_IN_FLIGHT_MAX: count.default(100),
  WORKSPACE_UPLOADS_IN_FLIGHT_MAX: count.default(20),
  WORKSPACE_RUNS_IN_FLIGHT_MAX: count.default(4),
  WORKSPACE_WEBHOOKS_IN_FLIGHT_MAX: count.default(8),
  PLATFORM_CALLS_IN_FLIGHT_MAX: count.default(100),
  SHUTDOWN_GRACE_SECONDS: seconds(0, 300).prefault('30'),
  WORKER_BUILD_ID: buildId.optional(),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 5_000).default(5000),
  UPLOAD_QUOTA_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(100 * 1024 ** 3),
  MEDIA_DIR: text.default('.data/media'),
  MEDIA_S3_BUCKET: text.optional(),
  MEDIA_S3_REGION: text.default('us-east-1'),
  MEDIA_S3_ENDPOINT: baseUrl.optional(),
  MEDIA_S3_ACCESS_KEY_ID: text.optional(),
  MEDIA_S3_SECRET_ACCESS_KEY: text.optional(),
  ...retentionVariables,
  ...paymentVariables,
});

export type ServiceConfig = ReturnType<typeof shape> & ReturnType<typeof testSettings>;

export type Config<Build extends Modules> = Readonly<ServiceConfig & { platforms: PlatformSettings<Build> }>;

export { ConfigError } from './settings/ConfigError';

/** The environment variables of this process, for a command that reads only some of the settings. */
export function environmentHere(): Variables {
  return process.env;
}

/**
 * Reads the settings of the service and of the platforms of its build from environment variables; an empty or blank
 * variable counts as unset, but for Temporal's address.
 * @throws ConfigError naming the first setting that is wrong, never showing its value
 */
export function readConfig<Build extends Modules>(
  platforms: Build,
  environment: Variables = process.env,
): Config<Build> {
  const given = withoutBlanks(environment);
  const settings = shape(readVariables(Environment, given));
  readVariables(TemporalEnvironment, environment);
  return { ...settings, ...testSettings(given), platforms: readPlatforms(platforms, given) };
}

/**
 * No settings of the service, hence not in `.env.example`: tests kill the process at its failpoints, and let it wait out
 * failures at another pace (domain/pace.ts).
 */
function testSettings({ NODE_ENV, FAILPOINTS, TEST_PACE }: Record<string, string | undefined>) {
  const pace = Number(TEST_PACE ?? 1);
  const forbidden = Object.entries({ FAILPOINTS, TEST_PACE }).find(([, value]) => value !== undefined)?.[0];
  if (NODE_ENV !== 'test' && forbidden) throw new ConfigError(`${forbidden}: must not be set, it is for tests`);
  if (!(pace > 0 && pace <= 1)) throw new ConfigError('TEST_PACE: must be a number above 0, at most 1');
  return { failpointsFolder: FAILPOINTS ?? null, pace };
}

function shape(env: z.infer<typeof Environment>) {
  const consoleUrl = env.CONSOLE_URL ?? env.BASE_URL ?? `http://localhost:${env.PORT}`;
  return {
    host: env.HOST,
    port: env.PORT,
    internalHost: env.INTERNAL_HOST,
    internalPort: env.INTERNAL_PORT,
    baseUrl: env.BASE_URL ?? `http://localhost:${env.PORT}`,
    consoleUrl,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    temporalUiUrl: env.TEMPORAL_UI_URL ?? null,
    secretsKeys: env.SECRETS_KEY,
    /** The keys that sign the sessions of users. */
    sessionKeys: env.JWT_SECRET,
    mailServer: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? senderAt(consoleUrl),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** The receiver of traces; null: there are none. */
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    outboundAllow: env.OUTBOUND_ALLOW,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    freePlanCredits: env.CREDITS_FREE_PLAN,
    /** Until then a create with a key that is not known is refused: keys may have been lost. Null: no key was. */
    idempotencyHoldUntil: env.IDEMPOTENCY_HOLD_UNTIL ?? null,
    /** Host names under which assistants reach the API, besides the host of its own address. */
    mcpHosts: env.MCP_HOSTS,
    /** Origins whose pages may call it for assistants, besides our own. */
    mcpOrigins: env.MCP_ORIGINS,
    ...publishingOf(env),
    /** A stopping worker lets running activities end by themselves for this long. */
    shutdownGraceMs: env.SHUTDOWN_GRACE_SECONDS,
    /** The version under which the worker takes work; null: workers of all versions take the same work. */
    workerBuildId: env.WORKER_BUILD_ID ?? null,
    /** A stopping API still takes connections for this long, so that no balancer sends one to a closed port. */
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    /** The most bytes that the files of a workspace's upload sessions have together. */
    uploadQuotaBytes: env.UPLOAD_QUOTA_BYTES,
    mediaStore: mediaStoreOf(env),
    payments: paymentSettingsOf(env),
    retention: retentionOf(env),
  };
}

/** Settings for transfers, publications and webhooks. */
function publishingOf(env: z.infer<typeof Environment>) {
  return {
    /** Waits between the tries of a platform step; one more try than waits. */
    platformRetryDelaysMs: env.PLATFORM_RETRY_DELAYS,
    /** Waits before each attempt to deliver a webhook. */
    webhookDelaysMs: env.WEBHOOK_DELAYS,
    webhooksInFlightMax: env.WEBHOOKS_IN_FLIGHT_MAX,
    /** The first wait between two questions about processing; each next one doubles, up to 60 s. */
    processingPollMs: env.PROCESSING_POLL_SECONDS,
    /** The media of a post are transferred this long before its scheduled time, if its caller does not say. */
    prepareAheadSeconds: env.PREPARE_AHEAD_SECONDS,
    /** A source that sends less than 1 KiB/s for this long is cut and resumed. */
    mediaStallMs: env.MEDIA_STALL_SECONDS,
    uploadsInFlightMax: env.UPLOADS_IN_FLIGHT_MAX,
    /** Of one workspace, in all processes together. */
    workspaceUploadsInFlightMax: env.WORKSPACE_UPLOADS_IN_FLIGHT_MAX,
    /** Limits of a workspace's work at the same time. */
    places: { runs: env.WORKSPACE_RUNS_IN_FLIGHT_MAX, webhooks: env.WORKSPACE_WEBHOOKS_IN_FLIGHT_MAX },
    platformCallsInFlightMax: env.PLATFORM_CALLS_IN_FLIGHT_MAX,
  };
}
