import type { AssistantTask } from '../../../../bin/assistants/tasks';
import type { Json } from '../../../support/actors';
import type { TestApp } from '../../../support/callers/app';
import { buildAssignment } from '../../../support/build/assignment';
import { buildConnection } from '../../../support/build/connection';
import { buildDelivery } from '../../../support/build/delivery';
import type { Caller } from '../../../support/callers/caller';
import type { PlainClient } from './plainClient';

/** A workspace with one channel of the sandbox, and an assistant. */
export interface Stage {
  app: TestApp;
  caller: Caller;
  client: PlainClient;
  /** Uploads a live video to the platform. @returns its id there */
  live: () => Promise<string>;
}

export interface Play {
  /** Plays it, and tells what came of it. */
  play: (stage: Stage) => Promise<unknown>;
  /** What has to come of it. */
  outcome: unknown;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const tomorrowAtNine = new Date(Math.ceil(Date.now() / dayMs) * dayMs + 9 * hourMs);
const posts = 'list posts';
const video = (connectionId: string, given: Json = {}): Json => ({
  connectionId,
  type: 'video',
  payload: { title: 'Coast path' },
  mediaUrl: 'https://media.example/coast-path.mp4',
  ...given,
});
const statusOf = async ({ caller }: Stage, id: string): Promise<Json> =>
  (await caller.call('GET', `/api/v1/assignments/${id}`)).body;

/** How a client without a model does each task. */
export const plays: Readonly<Record<AssistantTask, Play>> = {
  publishToBoth: {
    play: async ({ caller, client }) => {
      await buildConnection(caller);
      const { structured } = await client.use('list channels');
      const made: Json[] = [];
      for (const { id } of structured.items)
        made.push(
          (await client.use('publish a post', video(id, { scheduledAt: tomorrowAtNine.toISOString() }))).structured,
        );
      return made.map(({ scheduledAt, replayed }) => [scheduledAt, replayed]);
    },
    outcome: [
      [tomorrowAtNine.toISOString(), 'no'],
      [tomorrowAtNine.toISOString(), 'no'],
    ],
  },
  mendFailed: {
    play: async (stage) => {
      const errors = [{ code: 'UPLOAD_FAILED', message: 'The connection ended.' }];
      const { assignmentId } = await buildAssignment(stage.caller, { status: 'failed', errors });
      await stage.client.use(posts, { status: 'failed' });
      const { text } = await stage.client.follow();
      await stage.client.follow();
      return [/Who acts: [\w ]+\./.test(text), (await statusOf(stage, assignmentId)).status];
    },
    outcome: [true, 'pending'],
  },
  moveDay: {
    play: async ({ caller, client }) => {
      for (const at of [tomorrowAtNine, new Date(tomorrowAtNine.getTime() + hourMs)])
        await buildAssignment(caller, { scheduledAt: at });
      await buildAssignment(caller, { scheduledAt: new Date(tomorrowAtNine.getTime() + 7 * dayMs) });
      const day = tomorrowAtNine.toISOString().slice(0, 10);
      const { structured } = await client.use(posts, { status: 'pending' });
      const moved: string[] = [];
      for (const { id, scheduledAt } of structured.items as Json[]) {
        if (!scheduledAt?.startsWith(day)) continue;
        const later = new Date(Date.parse(scheduledAt) + hourMs).toISOString();
        moved.push(
          (await client.use('change the time of a post', { assignmentId: id, scheduledAt: later })).structured
            .scheduledAt,
        );
      }
      return moved.map((at) => at.slice(11, 13)).toSorted();
    },
    outcome: ['10', '11'],
  },
  needsAttention: {
    play: async ({ caller, client }) => {
      const { connectionId } = await buildConnection(caller, { tokenStatus: 'missing', name: 'Asleep' });
      const { text } = await client.use('which channels need attention', { includeInactive: true });
      const { structured } = await client.follow();
      return [structured.id === connectionId, structured.next.tool, text.includes('needs attention')];
    },
    outcome: [true, 'connect_channel', true],
  },
  takeDown: {
    play: async ({ caller, client, live }) => {
      await buildAssignment(caller, { status: 'published', platformPostId: await live() });
      const { structured } = await client.use(posts, { status: 'published' });
      await client.use('take a post down', { assignmentId: structured.items[0].id });
      return (await client.follow()).structured.removal.mode;
    },
    outcome: 'delete',
  },
  lastWeek: {
    play: async ({ caller, client, live }) => {
      for (let nth = 0; nth < 2; nth += 1)
        await buildAssignment(caller, { status: 'published', platformPostId: await live() });
      const { structured } = await client.use(posts, { status: 'published' });
      const read: Json[] = [];
      for (const { id } of structured.items)
        read.push((await client.use('how views have grown over time', { assignmentId: id })).structured);
      return read.map(({ points }) => Array.isArray(points));
    },
    outcome: [true, true],
  },
  cancelChannel: {
    play: async (stage) => {
      const { caller, client } = stage;
      const made = [];
      for (let nth = 0; nth < 3; nth += 1) made.push(await buildAssignment(caller, { scheduledAt: tomorrowAtNine }));
      const { structured } = await client.use(posts, { connectionId: caller.connectionId, status: 'pending' });
      for (const { id } of structured.items) await client.use('cancel a post', { assignmentId: id });
      return Promise.all(made.map(async ({ assignmentId }) => (await statusOf(stage, assignmentId)).status));
    },
    outcome: ['cancelled', 'cancelled', 'cancelled'],
  },
  changeLiveTitle: {
    play: async ({ caller, client, live }) => {
      await buildAssignment(caller, { status: 'published', platformPostId: await live() });
      const { structured } = await client.use(posts, { status: 'published' });
      const changes = { payload: { title: 'Another title' }, updatePublished: true };
      const changed = await client.use('change a post', { assignmentId: structured.items[0].id, ...changes });
      return changed.structured.payload.title;
    },
    outcome: 'Another title',
  },
  creditsLeft: {
    play: async ({ client }) => (await client.use('how many credits are left')).structured.balance,
    outcome: 1000,
  },
  whatShortNeeds: {
    play: async ({ client }) => {
      await client.use('list platforms');
      return /^short: .*title \(required\)/m.test((await client.follow()).text);
    },
    outcome: true,
  },
  connectChannel: {
    play: async ({ client }) => {
      const { structured } = await client.use('connect a channel', { platform: 'youtube' });
      const { structured: progress } = await client.follow({ waitSeconds: 0 });
      return [new URL(structured.connectUrl).pathname.startsWith('/api/v1/oauth/connect/channel/'), progress.status];
    },
    outcome: [true, 'pending'],
  },
  sendNoticeAgain: {
    play: async ({ caller, client }) => {
      const { deliveryId } = await buildDelivery(caller, 'https://caller.example/hooks', { status: 'failed' });
      await client.use('list webhook deliveries');
      return (await client.follow()).structured.id === deliveryId;
    },
    outcome: true,
  },
  explainCode: {
    play: async ({ client }) =>
      (await client.use('explain an error code', { code: 'TOKEN_EXPIRED' })).structured.failure.whoActs,
    outcome: 'channel owner',
  },
  previewThenPublish: {
    play: async ({ caller, client }) => {
      const { structured } = await client.use('preview a post', video(caller.connectionId));
      await client.follow();
      return [structured.valid, structured.credits.required, (await client.follow()).structured.status];
    },
    outcome: [true, 10, 'pending'],
  },
  pickCategory: {
    play: async ({ caller, client }) => {
      const { structured } = await client.use('list categories', {
        connectionId: caller.connectionId,
        regionCode: 'DE',
      });
      const { id } = structured.items.find(({ title }: Json) => /music/i.test(title)) ?? structured.items[0];
      const post = video(caller.connectionId, { payload: { title: 'Song', categoryId: id } });
      return (await client.use('publish a post', post)).structured.ignoredPayloadFields;
    },
    outcome: [],
  },
  askedTwice: {
    play: async ({ caller, client }) => {
      const [first, again] = [
        await client.use('publish a post', video(caller.connectionId)),
        await client.use('publish a post', video(caller.connectionId)),
      ];
      return [again.structured.id === first.structured.id, again.structured.replayed];
    },
    outcome: [true, 'of the same arguments'],
  },
};
