import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { channelNames, connectTeam } from './channels.mjs';
import { inviteMember, register } from './people.mjs';
import { callbackUrl, prepareReceiver } from './receiver.mjs';
import { request } from './request.mjs';

const publishTimeoutMs = 120_000;
const lastStates = ['published', 'failed', 'cancelled'];

/**
 * @typedef {import('./channels.mjs').ChannelName} ChannelName
 *
 * @typedef {object} Demo
 * @property {string} workspaceId
 * @property {string} apiKey
 * @property {string} webhookSecret
 * @property {string} email of the owner, who administers the installation
 * @property {string} password
 * @property {import('./people.mjs').Person} member
 * @property {Record<ChannelName, import('./channels.mjs').Channel>} channels
 * @property {boolean} [isPlanned] the coming week is planned
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
  if (demo !== kept) keep(place, demo);
  await prepareReceiver(place.sandbox.url, demo.webhookSecret);
  return demo;
}

/** The body of a request that publishes a video. @param {Demo} demo @param {string} sandboxUrl @param {string} title */
export function videoRequest(demo, sandboxUrl, title) {
  return {
    connectionId: demo.channels.diaries.connectionId,
    type: 'video',
    mediaUrl: `${sandboxUrl}/_sandbox/media/ferry.mp4`,
    payload: { title, privacy: 'public' },
    callbackUrl: callbackUrl(sandboxUrl),
  };
}

/** A browser sees the posts of a channel here. @param {string} sandboxUrl @param {Pick<import('./channels.mjs').Channel, 'platform' | 'channelId'>} channel */
export function channelPage(sandboxUrl, { platform, channelId }) {
  return `${sandboxUrl}/${platform}/channels/${channelId}`;
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
  const { id } = await request(url, demo.apiKey, videoRequest(demo, sandbox.url, `Harbour webcam, ${moment()}`));
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

/**
 * Plans the team's coming week, once, and makes a post that has failed and that a retry publishes.
 * @param {Place} place
 * @param {Demo} demo
 */
export async function planOnce(place, demo) {
  if (demo.isPlanned === true) return;
  await fill(place, demo, 'week');
  keep(place, { ...demo, isPlanned: true });
}

function moment() {
  return new Date().toLocaleString('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });
}

/** @param {Place} place @param {Demo} demo */
function keep({ dataDir }, demo) {
  writeFileSync(join(dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

/** @param {Place} place @param {Partial<Demo>} kept */
async function stillWorks({ apiUrl, sandbox }, { apiKey, channels }) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answers = channelNames.map(async (name) => {
    const channel = channels?.[name];
    if (channel === undefined) return false;
    const [connection, page] = await Promise.all([
      fetch(`${apiUrl}/api/v1/connections/${channel.connectionId}`, { headers }),
      fetch(channelPage(sandbox.url, channel)),
    ]);
    return connection.ok && page.ok;
  });
  return (await Promise.all(answers)).every(Boolean);
}

/**
 * A workspace of an owner and a member, who joined by invitation, with channels that are connected in the way of their owners, and the
 * posts of the last weeks.
 * @param {Place} place
 * @returns {Promise<Demo>}
 */
async function makeDemo(place) {
  const { token, ...owner } = await register(place, 'Ada');
  const input = JSON.stringify(owner);
  await Promise.all([
    run(place, ['admin.js', 'grant', owner.email]),
    run(place, ['demoData/fillTeam.js', 'open'], input),
  ]);
  const credentials = `${place.apiUrl}/api/v1/console/credentials`;
  const { apiKey } = await request(`${credentials}/api-key/regenerate`, token, {});
  const { workspaceId, webhookSecret } = await request(credentials, token);
  const member = await inviteMember(place, token, 'Grace');
  const channels = await connectTeam(place, apiKey);
  const demo = { workspaceId, apiKey, webhookSecret, ...owner, member, channels };
  await fill(place, demo, 'past');
  return demo;
}

/** @param {Place} place @param {Demo} demo @param {'past' | 'week'} what */
async function fill(place, demo, what) {
  const input = JSON.stringify({ ...demo, apiUrl: place.apiUrl, sandboxUrl: place.sandbox.url });
  await run(place, ['demoData/fillTeam.js', what], input);
}

/** Runs a program of the service. @param {Place} place @param {[string, ...string[]]} command @param {string} [input] */
async function run({ processes, root, environment }, [program, ...words], input) {
  await processes.run({
    name: `${program} ${words.join(' ')}`,
    command: process.execPath,
    args: [join('dist', 'bin', program), ...words],
    cwd: root,
    env: environment,
    ...(input !== undefined && { input }),
  });
}
