import type { RemovalMode } from '../../../domain/platform';
import { isCall, kinds } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { askTakeDown } from '../../support/runs/askTakeDown';
import { passTime } from '../../support/runs/passTime';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { expectPublished, submit, useKinds } from '../publishing/kindAssignments';
import type { Submitted } from '../publishing/kindAssignments';

const publishing = useKinds();

const modesOf = ({ create, type }: Kind): readonly RemovalMode[] =>
  create('http://127.0.0.1:1').publishers.get(type)!.capabilities.removal;
const callOf = ({ calls }: Kind, mode: RemovalMode): OutsideCall => (mode === 'delete' ? calls.remove : calls.update);

const cases = kinds.flatMap((kind) =>
  modesOf(kind).map(
    (mode) => [[kind.platform, kind.type, kind.variant, mode].filter(Boolean).join(' '), kind, mode] as const,
  ),
);
const few = cases.filter(([name]) =>
  ['youtube video delete', 'youtube video private', 'facebook text delete'].includes(name),
);

async function published(kind: Kind): Promise<Submitted> {
  const submitted = await submit(publishing, kind);
  await expectPublished(publishing, kind, submitted);
  return submitted;
}

/** The post as its platform has it: `gone`, or its audience. */
async function postOf(kind: Kind, { title }: Submitted): Promise<string> {
  const post = kind.postsOf(await publishing.sandbox.state()).find((one) => one.title === title);
  return post ? post.audience : 'gone';
}

const expectedOf = (kind: Kind, mode: RemovalMode) =>
  mode === 'delete' ? 'gone' : kind.audienceOf(kind.payload('', 'private'));

async function endOf(run: CreatedRun) {
  const { run: ended, row, credits, statuses } = await publishing.outcomeOf(run, 60_000);
  return { run: ended, status: row.status, removal: row.removal, payload: row.payload, credits, statuses };
}

async function expectTakenDown(kind: Kind, mode: RemovalMode, submitted: Submitted, run: CreatedRun): Promise<void> {
  expect(await endOf(run)).toMatchObject({
    run: 'COMPLETED',
    status: 'published',
    removal: { state: 'done', mode, askedBy: 'apiKey', error: null, endedAt: expect.any(Number) as number },
    credits: ['hold', 'charge'],
  });
  expect(await postOf(kind, submitted)).toBe(expectedOf(kind, mode));
  const pictures = 'SELECT FROM pictures WHERE id = $1';
  expect(await publishing.database.query(pictures, [run.assignmentId])).toEqual([]);
}

const removalsOf = async (kind: Kind, mode: RemovalMode, { seq }: Submitted) =>
  (await publishing.callsSince(seq)).filter((call) => isCall(call, callOf(kind, mode)));

it.each(cases)('a published post is taken down, %s', async (_name, kind, mode) => {
  const submitted = await published(kind);
  const { payload: asked } = await endOf(submitted);
  await expectTakenDown(kind, mode, submitted, await askTakeDown(publishing, submitted, mode));
  expect((await endOf(submitted)).payload['privacy']).toBe(mode === 'private' ? 'private' : asked['privacy']);
});

it.each(few)(
  'a call whose answer is lost is repeated once it cannot have its effect any more, %s',
  async (_name, kind, mode) => {
    const submitted = await published(kind);
    await publishing.fault({ ...callOf(kind, mode), times: 1 }, { loseAnswer: true });
    const run = await askTakeDown(publishing, submitted, mode);
    await until(async () => (await removalsOf(kind, mode, submitted)).length > 0);
    // A post that the first call has deleted is gone for certain once it is older than ten minutes.
    await passTime(publishing.database, submitted.assignmentId, 601_000);
    await expectTakenDown(kind, mode, submitted, run);
  },
);

it.each(few)('a platform that is down is tried again, %s', async (_name, kind, mode) => {
  const submitted = await published(kind);
  await publishing.fault({ ...callOf(kind, mode), times: 2 }, { status: 503 });
  await expectTakenDown(kind, mode, submitted, await askTakeDown(publishing, submitted, mode));
});

it.each(few)('a refusal for good ends the removal, and the next wish tries it anew, %s', async (_name, kind, mode) => {
  const submitted = await published(kind);
  await publishing.fault({ ...callOf(kind, mode), times: 1 }, { error: kind.calls.errors.refused });
  expect(await endOf(await askTakeDown(publishing, submitted, mode))).toMatchObject({
    status: 'published',
    removal: { state: 'failed', mode, error: { code: expect.any(String) as string } },
  });
  expect(await postOf(kind, submitted)).not.toBe('gone');
  await expectTakenDown(kind, mode, submitted, await askTakeDown(publishing, submitted, mode));
});

it.each(few)(
  'a post that somebody has deleted counts as taken down once it is certainly gone, %s',
  async (_name, kind, mode) => {
    const submitted = await published(kind);
    const { channel } = submitted;
    const { platformPostId } = (await publishing.outcomeOf(submitted)).row;
    const platform = publishing.deps.platforms.get(kind.platform)!;
    const call = {
      accessToken: channel.accessToken,
      channelId: channel.channelId,
      signal: new AbortController().signal,
      notAfterMs: Infinity,
    };
    await platform.publishers.get(kind.type)!.takeDown!(
      { ...call, spend: async () => undefined },
      platformPostId!,
      'delete',
    );
    const run = await askTakeDown(publishing, submitted, mode);
    await passTime(publishing.database, submitted.assignmentId, 601_000);
    expect(await endOf(run)).toMatchObject({ run: 'COMPLETED', removal: { state: 'done', mode } });
  },
);

/** The answers of a platform that does not find a post yet. */
const unseen: Readonly<Record<string, object>> = {
  'youtube delete': { error: 'videoNotFound' },
  'youtube private': { status: 200, body: { items: [] } },
  'facebook delete': { error: 'missingObject' },
};

it.each(few)('a young post that the platform does not find at first is taken down, %s', async (_name, kind, mode) => {
  const submitted = await published(kind);
  const call = mode === 'private' ? kind.calls.look : kind.calls.remove;
  await publishing.fault({ ...call, times: 2 }, unseen[`${kind.platform} ${mode}`]!);
  await expectTakenDown(kind, mode, submitted, await askTakeDown(publishing, submitted, mode));
});
