import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectChannel } from './connectChannel.mjs';
import { inviteMember, register } from './people.mjs';
import { callbackUrl, prepareReceiver } from './receiver.mjs';
import { request } from './request.mjs';

const publishTimeoutMs = 120_000;
const lastStates = ['published', 'failed', 'cancelled'];

/** A channel of each platform, and the button of the page on which its owner consents. */
const channels = {
  youtube: { name: 'Demo Channel', consent: 'Allow' },
  facebook: { name: 'Demo Page', consent: 'Continue' },
};

/**
 * @typedef {keyof typeof channels} Platform
 *
 * @typedef {object} Demo
 * @property {string} workspaceId
 * @property {string} apiKey
 * @property {string} webhookSecret
 * @property {string} email of the owner, who administers the installation
 * @property {string} password
 * @property {import('./people.mjs').Person} member
 * @property {Record<Platform, {connectionId: string, channelId: string}>} connected
 *
 * @typedef {Pick<import('../everything.mjs').Everything, 'processes' | 'root' | 'dataDir' | 'environment' | 'apiUrl' | 'sandbox'>} Place
 */

/**
 * The workspace and the channels to try the service with: kept from an earlier start if they still work, else new.
 * @param {Place} place
 * @returns {Promise<Demo>}
 */
export async function prepareDemo(place) {
  const file = join(place.dataDir, 'demo.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const demo = kept !== undefined && (await stillWorks(place, kept)) ? kept : await makeDemo(place);
  if (demo !== kept) writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await prepareReceiver(place.sandbox.url, demo.webhookSecret);
  return demo;
}

/** The body of a request that publishes a video. @param {Demo} demo @param {string} sandboxUrl @param {string} title */
export function videoRequest(demo, sandboxUrl, title) {
  return {
    connectionId: demo.connected.youtube.connectionId,
    type: 'video',
    mediaUrl: `${sandboxUrl}/_sandbox/media/sample.mp4`,
    payload: { title, privacy: 'public' },
    callbackUrl: callbackUrl(sandboxUrl),
  };
}

/** A browser sees the demo's posts here. @param {string} sandboxUrl @param {Demo} demo @param {Platform} platform */
export function channelPage(sandboxUrl, { connected }, platform) {
  return `${sandboxUrl}/${platform}/channels/${connected[platform].channelId}`;
}

/**
 * Publishes a video through the whole path.
 * @param {Place} place
 * @param {Demo} demo
 * @param {(status: string, sinceStartMs: number) => void} onState hears each state once, in order
 * @returns {Promise<string>} the assignment's id
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
    if (status === 'published') return id;
    if (lastStates.includes(status)) throw new Error(`The video is ${status}: ${JSON.stringify(errors)}`);
    if (performance.now() > deadline)
      throw new Error(`The video is still ${status} after ${publishTimeoutMs / 1000} s.`);
    await sleep(100);
  }
}

/** @param {Place} place @param {Partial<Demo>} kept */
async function stillWorks({ apiUrl, sandbox }, { apiKey, connected, member }) {
  if (member === undefined) return false;
  const headers = { authorization: `Bearer ${apiKey}` };
  const answers = Object.keys(channels).map(async (name) => {
    const platform = /** @type {Platform} */ (name);
    if (connected?.[platform] === undefined) return false;
    const { connectionId, channelId } = connected[platform];
    const [connection, channel] = await Promise.all([
      fetch(`${apiUrl}/api/v1/connections/${connectionId}`, { headers }),
      fetch(`${sandbox.url}/${platform}/channels/${channelId}`),
    ]);
    return connection.ok && channel.ok;
  });
  return (await Promise.all(answers)).every(Boolean);
}

/**
 * A workspace of an owner and a member, who joined by invitation, and channels that are connected in the way of their
 * owners.
 * @param {Place} place
 * @returns {Promise<Demo>}
 */
async function makeDemo(place) {
  const { token, ...owner } = await register(place, 'Ada');
  await admin(place, ['grant', owner.email]);
  const credentials = `${place.apiUrl}/api/v1/console/credentials`;
  const { apiKey } = await request(`${credentials}/api-key/regenerate`, token, {});
  const { workspaceId, webhookSecret } = await request(credentials, token);
  const member = await inviteMember(place, token, 'Grace');
  const connect = connectNew(place, apiKey);
  const connected = { youtube: await connect('youtube'), facebook: await connect('facebook') };
  return { workspaceId, apiKey, webhookSecret, ...owner, member, connected };
}

/** Makes a channel on a platform and connects it. @param {Place} place @param {string} apiKey */
function connectNew(place, apiKey) {
  /** @param {Platform} platform */
  return async (platform) => {
    const { name, consent } = channels[platform];
    await request(`${place.sandbox.url}/_sandbox/channels`, undefined, { platform, name });
    const connectionId = await connectChannel(place, apiKey, { platform, account: name, consent });
    const connection = await request(`${place.apiUrl}/api/v1/connections/${connectionId}`, apiKey);
    return { connectionId, channelId: connection.externalPlatformId };
  };
}

/** Runs the administration program. @param {Place} place @param {string[]} command */
async function admin({ processes, root, environment }, command) {
  await processes.run({
    name: `admin ${command.join(' ')}`,
    command: process.execPath,
    args: [join('dist', 'bin', 'admin.js'), ...command],
    cwd: root,
    env: environment,
  });
}
