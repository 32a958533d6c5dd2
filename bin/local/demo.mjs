import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const publishTimeoutMs = 120_000;
const lastStates = ['published', 'failed', 'cancelled'];

/**
 * @typedef {object} Demo
 * @property {string} workspaceId
 * @property {string} apiKey
 * @property {string} webhookSecret
 * @property {{connectionId: string, channelId: string}} youtube
 *
 * @typedef {Pick<import('./everything.mjs').Everything, 'processes' | 'root' | 'dataDir' | 'environment' | 'apiUrl' | 'sandbox'>} Place
 */

/**
 * The workspace and the channel to try the service with: those of an earlier start if they still work, else new ones.
 * @param {Place} place
 * @returns {Promise<Demo>}
 */
export async function prepareDemo(place) {
  const file = join(place.dataDir, 'demo.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (kept !== undefined && (await stillWorks(place, kept))) return kept;
  const workspace = await admin(place, ['workspace', 'create'], { name: 'Demo' });
  const channel = await makeChannel(place, 'Demo Channel');
  const { accessToken, refreshToken } = channel;
  const grant = { workspaceId: workspace.workspaceId, platform: 'youtube', accessToken, refreshToken };
  const { connectionId } = await admin(place, ['connection', 'import'], grant);
  const demo = { ...workspace, youtube: { connectionId, channelId: channel.channelId } };
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

/** The body of a request that publishes a video. @param {Demo} demo @param {string} sandboxUrl @param {string} title */
export function videoRequest(demo, sandboxUrl, title) {
  return {
    connectionId: demo.youtube.connectionId,
    type: 'video',
    mediaUrl: `${sandboxUrl}/_sandbox/media/sample.mp4`,
    payload: { title, privacy: 'public' },
  };
}

/** Where a browser sees what the demo published. @param {string} sandboxUrl @param {Demo} demo */
export function channelPage(sandboxUrl, demo) {
  return `${sandboxUrl}/channels/${demo.youtube.channelId}`;
}

/**
 * Publishes a video through the whole path.
 * @param {Place} place
 * @param {Demo} demo
 * @param {(status: string, sinceStartMs: number) => void} onState hears each state once, in order
 * @throws {Error} when it is not published in time, with the service's reason
 */
export async function publishVideo({ apiUrl, sandbox }, demo, onState) {
  const url = `${apiUrl}/api/v1/assignments`;
  const { id } = await request(
    url,
    demo.apiKey,
    videoRequest(demo, sandbox.url, 'Hello from the content delivery service'),
  );
  const deadline = performance.now() + publishTimeoutMs;
  let shown = 0;
  for (;;) {
    const { status, timeline, errors } = await request(`${url}/${id}`, demo.apiKey);
    for (const state of timeline.slice(shown)) onState(state.status, Date.parse(state.at) - Date.parse(timeline[0].at));
    shown = timeline.length;
    if (status === 'published') return;
    if (lastStates.includes(status)) throw new Error(`The video is ${status}: ${JSON.stringify(errors)}`);
    if (performance.now() > deadline)
      throw new Error(`The video is still ${status} after ${publishTimeoutMs / 1000} s.`);
    await sleep(100);
  }
}

/** @param {Place} place @param {Demo} demo */
async function stillWorks({ apiUrl, sandbox }, demo) {
  const [connection, channel] = await Promise.all([
    fetch(`${apiUrl}/api/v1/connections/${demo.youtube.connectionId}`, {
      headers: { authorization: `Bearer ${demo.apiKey}` },
    }),
    fetch(channelPage(sandbox.url, demo)),
  ]);
  return connection.ok && channel.ok;
}

/** @param {Place} place @param {string} name @returns {Promise<{channelId: string, accessToken: string, refreshToken: string}>} */
async function makeChannel({ sandbox }, name) {
  return request(`${sandbox.url}/_sandbox/channels`, undefined, { platform: 'youtube', name });
}

/**
 * Runs the administration program: JSON in, JSON out.
 * @param {Place} place
 * @param {string[]} command
 * @param {object} input
 */
async function admin({ processes, root, environment }, command, input) {
  const output = await processes.run({
    name: `admin ${command.join(' ')}`,
    command: process.execPath,
    args: [join('dist', 'bin', 'admin.js'), ...command],
    cwd: root,
    env: environment,
    input: JSON.stringify(input),
  });
  return JSON.parse(output);
}

/** @param {string} url @param {string} [apiKey] @param {object} [body] POST with a body, else GET */
async function request(url, apiKey, body) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
