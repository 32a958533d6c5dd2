import type { Kind } from '../../kinds';
import { Connection } from '../../../models/connections/Connection';
import { usePace } from '../../support/jest/pace';
import type { Channel } from '../../support/runs/publishing';
import { creatingCall, directKinds, expectPublishedOnce, useDirectPublishing } from './directPublishing';
import type { Ended } from './directPublishing';

usePace(0.05);
const publishing = useDirectPublishing('auto');

afterEach(async () => publishing.change({ drafts: 'taken' }));

const wayOf = async ({ connectionId }: Channel) =>
  (await Connection.findByPk(connectionId, { rejectOnEmpty: true })).publishing;

async function endOn(channel: Channel, kind: Kind, title: string) {
  return publishing.endOf(kind, await publishing.submit(channel, publishing.request(kind, title)));
}

const endOfNextRun = async ({ kind, assignment }: Ended) =>
  publishing.endOf(kind, { ...assignment, generation: assignment.generation + 1 });

it('a page that takes drafts is used by drafts', async () => {
  const channel = await publishing.connectPage();
  expectPublishedOnce(await endOn(channel, directKinds[0]!, 'Staged'));
  expect(await wayOf(channel)).toBe('staged');
});

describe.each(directKinds.map((kind) => [kind.type, kind] as const))('a %s', (_type, kind) => {
  it.each([
    ['takes no drafts', 'refused'],
    ['publishes no drafts', 'kept'],
  ])('is published once on a page that %s, and the next one is made public at once', async (_why, drafts) => {
    await publishing.change({ drafts });
    const channel = await publishing.connectPage();
    const first = await endOn(channel, kind, 'The first one');
    // A draft that is not published is removed by the next run, which publishes the post.
    expectPublishedOnce(drafts === 'kept' ? await endOfNextRun(first) : first);
    expect(await wayOf(channel)).toBe('direct');
    const state = { platforms: { facebook: await publishing.sandbox.stateOf('facebook') } };
    expect(kind.leftOn(state, channel.channelId)).toEqual([]);
    const logged = publishing.log.filter(
      ({ msg, connectionId }) => connectionId === channel.connectionId && String(msg).includes('refuses drafts'),
    );
    expect(logged).toHaveLength(1);
    const before = (await publishing.callsTo(kind, channel)).length;
    const next = await endOn(channel, kind, 'The next one');
    expect([next.outcome.row.status, next.creations - before]).toEqual(['published', 1]);
  });

  it('that is refused in unknown words stays one of drafts', async () => {
    const channel = await publishing.connectPage();
    const unknown = { status: 400, body: { error: { message: 'Never heard of', code: 987_654 } } };
    await publishing.fault({ ...creatingCall(kind, channel), times: 3 }, unknown);
    const { outcome } = await endOn(channel, kind, 'Unknown words');
    expect(outcome.row.errors).toMatchObject([{ code: 'PLATFORM_REJECTED' }]);
    expect(await wayOf(channel)).toBe('staged');
  });
});

it('a draft that cannot be removed is not published directly', async () => {
  const text = directKinds.find(({ type }) => type === 'text')!;
  await publishing.change({ drafts: 'kept' });
  const channel = await publishing.connectPage();
  await publishing.fault({ method: 'DELETE', path: '/v27.0/*', times: 20 }, { error: 'permissionsMissing' });
  const { outcome, shown } = await endOfNextRun(await endOn(channel, text, 'Not removable'));
  await publishing.sandbox.control('DELETE', '/faults');
  expect(outcome.row).toMatchObject({ status: 'failed' });
  expect(shown).toEqual([]);
});
