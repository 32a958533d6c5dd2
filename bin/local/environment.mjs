import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the local sandbox knows our service by. */
export const youtubeApp = { clientId: 'local-youtube-client', clientSecret: 'local-youtube-secret' };

/**
 * The ports that a start would like to have.
 * @returns {Record<'api' | 'apiInternal' | 'workerInternal' | 'temporal' | 'temporalHttp' | 'temporalUi' | 'postgres' | 'sandbox' | 'youtube', number>}
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
    youtube: 4601,
  };
}

/**
 * The environment that API, worker, migration and administration share.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {ReturnType<typeof preferredPorts>} options.ports those that were got
 * @param {string} options.databaseUrl
 * @param {{address: string, namespace: string, uiUrl: string | null}} options.temporal
 * @param {{url: string, youtubeUrl: string}} options.sandbox
 * @returns {NodeJS.ProcessEnv}
 */
export function serviceEnvironment({ dataDir, ports, databaseUrl, temporal, sandbox }) {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(ports.api),
    BASE_URL: `http://127.0.0.1:${ports.api}`,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_UI_URL: temporal.uiUrl ?? '',
    SECRETS_KEY: secretsKey(dataDir),
    GOOGLE_AUTH_BASE: sandbox.youtubeUrl,
    GOOGLE_TOKEN_BASE: sandbox.youtubeUrl,
    YOUTUBE_API_BASE: sandbox.youtubeUrl,
    YOUTUBE_UPLOAD_BASE: sandbox.youtubeUrl,
    YOUTUBE_CLIENT_ID: youtubeApp.clientId,
    YOUTUBE_CLIENT_SECRET: youtubeApp.clientSecret,
    OUTBOUND_ALLOW: outboundAllow(ports, [databaseUrl, `temporal://${temporal.address}`]),
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    SHUTDOWN_GRACE_SECONDS: '2',
  };
}

/**
 * Media and callbacks may be on this machine, but never our own servers: only the sandbox's own port, which has the
 * sample media and takes the demo's webhooks.
 * @param {ReturnType<typeof preferredPorts>} ports
 * @param {string[]} servers URLs of servers that may be someone else's
 */
export function outboundAllow(ports, servers) {
  const closed = new Set([...Object.values(ports), ...servers.map((url) => Number(new URL(url).port) || 5432)]);
  closed.delete(ports.sandbox);
  const exclusions = [...closed].flatMap((port) => [`!127.0.0.0/8:${port}`, `![::1]:${port}`]);
  return ['127.0.0.0/8', '[::1]/128', ...exclusions].join(',');
}

/** The key that encrypts stored tokens: made once, kept as long as the data. @param {string} dataDir */
function secretsKey(dataDir) {
  const file = join(dataDir, 'secrets-key');
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
