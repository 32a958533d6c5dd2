import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** @typedef {'api' | 'apiInternal' | 'workerInternal' | 'temporal' | 'temporalHttp' | 'temporalUi' | 'postgres' | 'sandbox' | 'mail' | 'stripe'} PortName */

/**
 * The ports that a start would like to have.
 * @returns {Record<PortName, number>}
 */
export function preferredPorts() {
  return {
    api: Number(process.env.PORT) || 3000,
    apiInternal: 3001,
    workerInternal: 3002,
    temporal: 7233,
    temporalHttp: 7243,
    temporalUi: 8233,
    postgres: 5433,
    sandbox: 4600,
    mail: 4603,
    stripe: 4604,
  };
}

/**
 * The environment that API, worker, migration and administration share.
 * @param {object} options
 * @param {string} options.root the checkout
 * @param {string} options.dataDir
 * @param {number} options.apiPort
 * @param {readonly number[]} options.ports the ports of all our servers and of the starter, in any order
 * @param {string} options.databaseUrl
 * @param {{address: string, namespace: string, uiUrl: string | null}} options.temporal
 * @param {{url: string, smtpUrl: string, stripeUrl: string}} options.sandbox
 * @returns {NodeJS.ProcessEnv & {BASE_URL: string}}
 */
export function serviceEnvironment({ root, dataDir, apiPort, ports, databaseUrl, temporal, sandbox }) {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    BASE_URL: `http://127.0.0.1:${apiPort}`,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_UI_URL: temporal.uiUrl ?? '',
    SECRETS_KEY: keptKey(dataDir, 'secrets-key'),
    JWT_SECRET: keptKey(dataDir, 'session-key'),
    SMTP_URL: sandbox.smtpUrl,
    SANDBOX_URL: sandbox.url,
    ...platformSettings(root),
    ...paymentSettings(dataDir, sandbox.stripeUrl),
    OUTBOUND_ALLOW: outboundAllow(ports, portOf(sandbox.url), [databaseUrl, `temporal://${temporal.address}`]),
    MEDIA_DIR: join(dataDir, 'media'),
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    SHUTDOWN_GRACE_SECONDS: '2',
    SHUTDOWN_DELAY_MS: '0',
  };
}

/**
 * The settings of each adapter at a sandbox: `sandbox.env` in its folder. The id and the secret of the app are always
 * the sandbox's; the starter's environment may set all others, such as a quota.
 * @param {string} root
 */
function platformSettings(root) {
  const files = readdirSync(join(root, 'platforms')).map((slug) => join(root, 'platforms', slug, 'sandbox.env'));
  const given = files.filter(existsSync).flatMap((file) => Object.entries(parseEnv(readFileSync(file, 'utf8'))));
  return Object.fromEntries(
    given.map(([name, value]) => [name, (!/_(ID|SECRET)$/.test(name) && process.env[name]) || value]),
  );
}

/**
 * Media and callbacks may be on this machine, but never our own servers: only the sandbox's own port, which has the
 * sample media and takes the demo's webhooks.
 * @param {readonly number[]} ports the ports of our own servers, some of them perhaps twice
 * @param {number} open the sandbox's port, also where `ports` has it
 * @param {string[]} servers URLs of servers that may be someone else's
 */
export function outboundAllow(ports, open, servers) {
  const closed = new Set([...ports, ...servers.map(portOf)]);
  closed.delete(open);
  const exclusions = [...closed].flatMap((port) => [`!127.0.0.0/8:${port}`, `![::1]:${port}`]);
  return ['127.0.0.0/8', '[::1]/128', ...exclusions].join(',');
}

/** The port of a URL; a URL of PostgreSQL may leave the port out. @param {string} url */
function portOf(url) {
  return Number(new URL(url).port) || 5432;
}

/** Payments go to the sandbox, unless this program was given a key of Stripe. @param {string} dataDir @param {string} stripeUrl */
function paymentSettings(dataDir, stripeUrl) {
  if (process.env.STRIPE_SECRET_KEY) return {};
  return { STRIPE_API_BASE: stripeUrl, STRIPE_WEBHOOK_SECRET: stripeWebhookSecret(dataDir) };
}

/** The secret with which the sandbox signs its events of Stripe. @param {string} dataDir */
export function stripeWebhookSecret(dataDir) {
  return `whsec_${createHash('sha256').update(keptKey(dataDir, 'stripe-key')).digest('hex')}`;
}

/** A key that is made once and kept as long as the data. @param {string} dataDir @param {string} name */
function keptKey(dataDir, name) {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
