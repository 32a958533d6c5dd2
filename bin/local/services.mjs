import { join } from 'node:path';
import { stripeWebhookSecret } from './environment.mjs';
import { untilReady } from './servers/processes.mjs';

const readyTimeoutMs = 60_000;
/** A worker takes up to 30 s to finish its tasks under way. */
const stopGraceMs = 40_000;

/**
 * @typedef {object} Checkout
 * @property {import('./servers/processes.mjs').Processes} processes
 * @property {string} root the checkout
 */
/**
 * @template {import('./environment.mjs').PortName} Port
 * @typedef {Checkout & {dataDir: string, reservations: Record<Port, import('./servers/ports.mjs').Reservation>}} Place
 * with the ports of the servers to start
 */
/**
 * @typedef {Record<string, {clientId: string, clientSecret: string}>} Apps
 * the app that publishes on each platform, by its slug
 */

/**
 * Brings the database's schema up to date.
 * @param {Checkout} place
 * @param {NodeJS.ProcessEnv} environment
 */
export async function migrate({ processes, root }, environment) {
  const args = [join('dist', 'bin', 'migrate.js'), 'up'];
  await processes.run({ name: 'migration', command: process.execPath, args, cwd: root, env: environment });
}

/**
 * Starts the local platforms and waits until they say that they are ready, and as which apps they know us.
 * @param {Place<'sandbox' | 'mail' | 'stripe' | 'api'>} place
 * @returns {Promise<Apps>}
 */
export async function startSandbox({ processes, root, dataDir, reservations: ports }) {
  const { sandbox, mail, stripe, api } = ports;
  await Promise.all([sandbox, mail, stripe].map(({ release }) => release()));
  const child = processes.start({
    name: 'sandbox',
    command: process.execPath,
    args: [join('dist', 'sandbox', 'main.js')],
    cwd: root,
    env: {
      ...process.env,
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_MAIL_PORT: String(mail.port),
      SANDBOX_STRIPE_PORT: String(stripe.port),
      SANDBOX_STRIPE_WEBHOOK_URL: `http://127.0.0.1:${api.port}/api/v1/billing/stripe/webhook`,
      SANDBOX_STRIPE_WEBHOOK_SECRET: stripeWebhookSecret(dataDir),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    },
    logFile: join(dataDir, 'logs', 'sandbox.log'),
  });
  const readyLine = () =>
    child
      .output()
      .split('\n')
      .slice(0, -1)
      .find((line) => line.includes('"ready":true'));
  await untilReady(child, () => readyLine() !== undefined, readyTimeoutMs);
  return JSON.parse(readyLine() ?? '').apps;
}

/**
 * Starts worker and API side by side and waits until both are ready.
 * @param {Place<'api' | 'apiInternal' | 'workerInternal'>} place
 * @param {NodeJS.ProcessEnv} environment
 */
export async function startService({ processes, root, dataDir, reservations: ports }, environment) {
  const { api, apiInternal, workerInternal } = ports;
  await Promise.all([api.release(), apiInternal.release(), workerInternal.release()]);
  const started = [
    { name: 'worker', internalPort: workerInternal.port },
    { name: 'api', internalPort: apiInternal.port },
  ].map(({ name, internalPort }) => {
    const child = processes.start({
      name,
      command: process.execPath,
      args: ['--enable-source-maps', join('dist', 'bin', `${name}.js`)],
      cwd: root,
      env: { ...environment, INTERNAL_PORT: String(internalPort) },
      logFile: join(dataDir, 'logs', `${name}.log`),
      graceMs: stopGraceMs,
    });
    return untilReady(child, () => isReady(internalPort), readyTimeoutMs);
  });
  await Promise.all(started);
}

/** @param {number} internalPort */
async function isReady(internalPort) {
  const response = await fetch(`http://127.0.0.1:${internalPort}/ready`, { signal: AbortSignal.timeout(2000) });
  return response.status === 200;
}
