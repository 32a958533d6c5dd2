import { connectChannel } from './connectChannel.mjs';
import { request } from './request.mjs';

/** The number that each YouTube channel shows: its videos since it began. */
const videos = 58;
const fiveDaysMs = 5 * 24 * 3_600_000;
/** The life of a refresh token of an app in testing, as the sandbox has it from its start. */
const weekMs = 7 * 24 * 3_600_000;

/** The button of the page on which the owner of a channel consents. */
const consents = { youtube: 'Allow', facebook: 'Continue' };
/** What the owners allow beside publishing. */
const features = { youtube: ['comments', 'captions'], facebook: ['comments', 'insights', 'businessPages'] };

/** The channels of the team: their pictures and numbers are those of the sandbox. The access to one ends in five days. */
const team = /** @type {const} */ ({
  diaries: {
    platform: 'youtube',
    name: 'Harbour Diaries',
    picture: 'diaries-emblem',
    subscribers: 8420,
    views: 391_000,
  },
  cafe: { platform: 'facebook', name: 'Harbour Café', picture: 'cafe-emblem', subscribers: 2150, views: 64_000 },
  lighthouse: {
    platform: 'facebook',
    name: 'Old Lighthouse',
    picture: 'tower-emblem',
    subscribers: 1280,
    views: 38_500,
  },
  shorts: {
    platform: 'youtube',
    name: 'Coast Path Shorts',
    picture: 'footpath-emblem',
    subscribers: 964,
    views: 112_000,
    endsInMs: fiveDaysMs,
  },
});

/**
 * @typedef {keyof typeof team} ChannelName
 * @typedef {object} Channel
 * @property {'youtube' | 'facebook'} platform
 * @property {string} name
 * @property {number} subscribers
 * @property {number} views
 * @property {string} connectionId
 * @property {string} channelId
 */

export const channelNames = /** @type {ChannelName[]} */ (Object.keys(team));

/**
 * Makes the team's channels on their platforms, and connects them in the way of their owners.
 * @param {{apiUrl: string, sandbox: {url: string}}} place
 * @param {string} apiKey
 * @returns {Promise<Record<ChannelName, Channel>>}
 */
export async function connectTeam(place, apiKey) {
  /** @type {Partial<Record<ChannelName, Channel>>} */
  const connected = {};
  for (const name of channelNames) connected[name] = await connectNew(place, apiKey, team[name]);
  return /** @type {Record<ChannelName, Channel>} */ (connected);
}

/**
 * @param {{apiUrl: string, sandbox: {url: string}}} place
 * @param {string} apiKey
 * @param {Omit<Channel, 'connectionId' | 'channelId'> & {picture: string, endsInMs?: number}} channel
 * @returns {Promise<Channel>}
 */
async function connectNew(place, apiKey, { picture, endsInMs, ...channel }) {
  const { platform, name, subscribers, views } = channel;
  const controls = `${place.sandbox.url}/_sandbox`;
  const { channelId } = await request(`${controls}/channels`, undefined, { platform, name, picture });
  const counts = {
    subscriberCount: subscribers,
    viewCount: views,
    ...(platform === 'youtube' && { videoCount: videos }),
  };
  await request(`${controls}/statistics`, undefined, { channelId, ...counts });
  // The access to channels of an app in testing ends.
  if (endsInMs !== undefined) await set(controls, { publishingStatus: 'testing', testingTokenMs: endsInMs });
  try {
    const order = { platform, account: name, consent: consents[platform], features: features[platform] };
    return { ...channel, connectionId: await connectChannel(place, apiKey, order), channelId };
  } finally {
    if (endsInMs !== undefined) await set(controls, { publishingStatus: 'inProduction', testingTokenMs: weekMs });
  }
}

/** @param {string} controls @param {object} settings */
async function set(controls, settings) {
  await request(`${controls}/settings`, undefined, settings);
}
