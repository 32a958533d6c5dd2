import { kinds } from '../../kinds';
import type { Snapshot } from '../judging/snapshot';
import { judge } from './judge';
import type { Scene } from './judge';

const payload = { title: 'prove-000001', privacy: 'public' };
const kind = { platform: 'youtube', type: 'video', payload };
const assignment = {
  callbackUrl: null,
  callbackEvents: [],
  endedRemovals: [],
  ...kind,
  id: 'a1',
  idempotencyKey: 'prove-000001',
  status: 'published',
  errors: [],
  draftIds: [],
};
const delivery = { event: 'published', status: 'delivered', body: '', createdAtMs: 0, unansweredAtMs: null };
const webhook = (owner: string, deliveryId: string) => ({
  deliveryId,
  path: `/hooks/${owner}`,
  signature: '',
  body: '',
  atMs: 1,
});
const nothing = {
  events: [],
  attempts: [],
  accounts: [],
  members: [],
  entries: [],
  purchases: [],
  payments: [],
  orders: [],
  connections: [],
  tickets: [],
  invitations: [],
  mails: [],
};

/** Only the parts that the judge of a run looks at himself; the other invariants have tests of their own. */
const scene = {
  snapshot: {
    ...nothing,
    assignments: [],
    deliveries: [{ ...delivery, id: 'd1', workspaceId: 'w1', assignmentId: 'a1' }],
    posts: [],
    left: [],
    effects: [],
    received: [webhook('w1', 'd1')],
    runs: [],
    accepted: [],
    connected: [],
    secrets: {},
  } as Snapshot,
  record: { accepted: [], cancelled: [], takenDown: [], givenUp: [], faults: [] },
  writings: { 'a log': 'published a1' },
  secrets: ['ya29.secret'],
  falls: [],
  interruptions: [],
  unrest: [],
} satisfies Scene;

const received = (owner: string, deliveryId: string): Partial<Scene> => {
  return { snapshot: { ...scene.snapshot, received: [webhook(owner, deliveryId)] } };
};

function violations(name: string, change: Partial<Scene>): string[] {
  return judge({ ...scene, ...change }).find((verdict) => verdict.name === name)!.violations;
}

it.each<[string, Partial<Scene>, RegExp]>([
  ['all work comes to rest by itself', { unrest: ['there is still work'] }, /still work/],
  ['no answer is a fault of the service', { record: { ...scene.record, faults: ['POST: 500'] } }, /500/],
  ['no process ends by itself', { falls: ['worker (1)'] }, /worker/],
  ['Node ends few processes, and none that was not kept from running', { interruptions: ['the worker'] }, /worker/],
  ['a webhook comes to nobody but its workspace', received('w2', 'd1'), /w2/],
  ['a webhook comes to nobody but its workspace', received('w1', 'd2'), /d2/],
  ['no secret is written', { writings: { 'a log': 'Bearer ya29.secret' } }, /^ya29\.s… in a log$/],
])('sees when it does not hold that %s', (name, change, sentence) => {
  expect(violations(name, {})).toEqual([]);
  expect(violations(name, change)).toEqual([expect.stringMatching(sentence)]);
});

it('judges each post by its platform', () => {
  const accepted = [
    { idempotencyKey: 'prove-000001', id: 'a1', kind: 'scheduled', of: kinds[0]!, isPublic: true } as const,
  ];
  const name = 'a post is live as its caller has asked, by its platform alone';
  const found = violations(name, { record: { accepted, cancelled: [], takenDown: [], givenUp: [], faults: [] } });
  expect(found).toEqual([expect.stringContaining('is live 0 times, by 0 calls')]);
});

describe('an assignment ends as its caller has brought about', () => {
  const name = 'an assignment ends as its caller has brought about';
  const ends = (
    kind: 'scheduled' | 'cancelled under way',
    status: string,
    cancelled: string[] = [],
    givenUp: string[] = [],
  ): string[] =>
    violations(name, {
      snapshot: { ...scene.snapshot, assignments: [{ ...assignment, status }] as unknown as Snapshot['assignments'] },
      record: {
        accepted: [
          { idempotencyKey: assignment.idempotencyKey, id: assignment.id, kind, of: kinds[0]!, isPublic: true },
        ],
        cancelled,
        takenDown: [],
        givenUp,
        faults: [],
      },
    });

  it('fails what an operator gives up, unless it is published all the same', () => {
    expect(ends('scheduled', 'failed', [], [assignment.id])).toEqual([]);
    expect(ends('scheduled', 'published', [], [assignment.id])).toEqual([]);
    expect(ends('scheduled', 'cancelled', [], [assignment.id])).toHaveLength(1);
    expect(ends('scheduled', 'failed')).toHaveLength(1);
  });

  it('publishes what nothing stands in the way of', () => {
    expect(ends('scheduled', 'published')).toEqual([]);
    expect(ends('scheduled', 'failed')).toEqual([expect.stringContaining('is failed')]);
  });

  it('does not publish what a caller was answered is cancelled', () => {
    expect(ends('cancelled under way', 'published')).toEqual([]);
    expect(ends('cancelled under way', 'cancelled', [assignment.id])).toEqual([]);
    expect(ends('cancelled under way', 'published', [assignment.id])).toEqual([
      expect.stringContaining('is published'),
    ]);
  });
});
