import { createFacebook } from '../../../platforms/facebook/index';
import type { PublishingWay } from '../../../platforms/Platform';
import { isCall, kinds, platformsAt, platformsOfKinds, requestOf, settingsOfKinds, wordsFor } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { proofOf, version } from '../../support/platforms/facebookSandbox';
import { facebookSettings } from '../../support/platforms/facebook';
import { usePublishing } from '../../support/runs/publishing';
import type { Call, Channel, CreatedRun, Outcome, Overrides, Publishing } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';

/** The kinds of Facebook that can be published by the call that makes their post. */
export const directKinds = kinds.filter(
  ({ platform, type }) => platform === 'facebook' && !['reel', 'story'].includes(type),
);

/** The creating call of a kind on the page of a channel, as a fault names it. */
export function creatingCall({ type }: Kind, { channelId }: Channel): OutsideCall {
  return type === 'video'
    ? { method: 'POST', path: `/v27.0/${channelId}/videos`, query: 'upload_phase=finish' }
    : { method: 'POST', path: `/v27.0/${channelId}/feed` };
}

/** An assignment, the kind of its post, and its end. */
export interface Ended {
  kind: Kind;
  channel: Channel;
  assignment: CreatedRun;
  outcome: Outcome;
  /** The posts and videos that the page shows. */
  shown: Json[];
  /** The creating calls that reached the page. */
  creations: number;
}

export interface DirectPublishing extends Publishing {
  change: (facebook: object) => Promise<void>;
  connectPage: () => Promise<Channel>;
  request: (kind: Kind, title: string) => Overrides;
  endOf: (kind: Kind, assignment: CreatedRun) => Promise<Ended>;
  callsTo: (kind: Kind, channel: Channel) => Promise<Call[]>;
  postAsPerson: (channel: Channel, message: string) => Promise<void>;
}

/** The service with a Facebook that is used in this way. */
export function useDirectPublishing(publishing: PublishingWay | 'auto'): DirectPublishing {
  const open = usePublishing({
    platforms: {
      open: platformsOfKinds,
      at: (url) => {
        const platforms = new Map(platformsAt(url));
        const facebook = createFacebook({ ...facebookSettings(url), publishing });
        return platforms.set('facebook', { ...facebook, settleMs: 0, processingLimitMs: 20_000 });
      },
    },
  });
  beforeAll(async () => {
    for (const settings of settingsOfKinds) await open.sandbox.control('POST', '/settings', settings);
  });
  const direct: Omit<DirectPublishing, keyof Publishing> = {
    change: async (facebook) => {
      const { status, text } = await open.sandbox.control('POST', '/settings', { facebook });
      if (status !== 200) throw new Error(text);
    },
    connectPage: async () => open.connect({ platform: 'facebook' }),
    request: (kind, title) => ({
      platform: 'facebook',
      ...requestOf(
        kind,
        kind.payload(title, 'public'),
        Array.from({ length: kind.mediaCount }, () => open.media.serve({ bytes: kind.media(60_000) }).url),
      ),
    }),
    endOf: async (kind, assignment) => endOf(open, kind, assignment),
    callsTo: async (kind, channel) => creationsOf(open, kind, channel),
    postAsPerson: async (channel, message) => postAsPerson(open, channel, message),
  };
  return Object.defineProperties(Object.create(open) as DirectPublishing, Object.getOwnPropertyDescriptors(direct));
}

async function endOf(open: Publishing, kind: Kind, assignment: CreatedRun): Promise<Ended> {
  const { channel } = assignment;
  const outcome = await open.outcomeOf(assignment, 120_000);
  const { posts } = await open.sandbox.stateOf('facebook');
  const shown = posts.filter(({ pageId, audience }: Json) => pageId === channel.channelId && audience === 'public');
  const creations = await creationsOf(open, kind, channel);
  return { kind, channel, assignment, outcome, shown, creations: creations.length };
}

async function creationsOf(open: Publishing, kind: Kind, channel: Channel): Promise<Call[]> {
  const creation = creatingCall(kind, channel);
  return (await open.callsSince(0)).filter((call) => isCall(call, creation));
}

/** Posts a text on a page by another call than the service's. */
async function postAsPerson(open: Publishing, { channelId, accessToken }: Channel, message: string): Promise<void> {
  const body = new URLSearchParams({ message, access_token: accessToken, appsecret_proof: proofOf(accessToken) });
  const answer = await fetch(`${open.sandbox.url}${version}/${channelId}/feed`, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The post of the assignment is the only one of its page, and charged once. */
export function expectPublishedOnce({ kind, outcome, shown }: Ended): void {
  const { row, credits } = outcome;
  const found = { kind: wordsFor(kind), status: row.status, errors: row.errors, shown: shown.length };
  expect(found).toEqual({ kind: wordsFor(kind), status: 'published', errors: [], shown: 1 });
  expect(credits.filter((type) => type === 'charge')).toHaveLength(1);
  const { id, mediaIds } = shown[0]!;
  expect([id, ...mediaIds]).toContain(row.platformPostId);
}

/** The post may be public, and the failure names the way to resolve it. */
export function expectUnknown({ kind, outcome }: Ended): void {
  const { row, credits } = outcome;
  const found = { kind: wordsFor(kind), status: row.status, codes: row.errors.map(({ code }) => code), credits };
  const credit = ['hold', 'release'];
  expect(found).toEqual({ kind: wordsFor(kind), status: 'failed', codes: ['OUTCOME_UNKNOWN'], credits: credit });
  expect(row.errors[0]!.message).toContain('`resolve`');
}
