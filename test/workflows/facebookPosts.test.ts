import { facebookKinds, requestOf } from '../kinds';
import type { Kind } from '../kinds';
import { usePublishing } from '../support/publishing';
import type { JobOverrides } from '../support/publishing';
import type { Json } from '../support/sandbox';
import { until } from '../support/until';

const publishing = usePublishing();
let made = 0;

async function submit(kind: Kind, overrides: JobOverrides = {}) {
  made += 1;
  const title = `A post ${made}.`;
  const channel = await publishing.connect({ platform: 'facebook' });
  const media = Array.from({ length: kind.mediaCount }, (_, nth) =>
    publishing.media.serve({ bytes: kind.media(100_000 + nth) }),
  );
  const urls = media.map(({ url }) => url);
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const request = requestOf(kind, kind.payload(title, 'public'), urls);
  const job = await publishing.submit(channel, { platform: 'facebook', ...request, ...overrides });
  return { ...job, seq, title };
}

type Submitted = Awaited<ReturnType<typeof submit>>;

const publicationsOf = async ({ seq, title }: Submitted): Promise<Json[]> => {
  const effects = (await publishing.callsSince(seq)).flatMap((call: Json) => call.effect ?? []);
  return effects.filter((effect: Json) => effect.title === title && effect.to === 'public' && effect.from !== 'public');
};

async function expectPublished(kind: Kind, job: Submitted): Promise<void> {
  const { run, row } = await publishing.outcomeOf(job, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(row.platformUrl).toBe(kind.addressOf(row.platformPostId!));
  expect(await publicationsOf(job)).toHaveLength(1);
  const posts = kind.postsOf(await publishing.sandbox.state());
  // A draft whose id was lost with the answer stays, and nobody sees it.
  const seen = posts.filter(({ title, audience }) => title === job.title && kind.isVisible(audience));
  expect(seen).toEqual([{ id: row.platformPostId, title: job.title, audience: 'public' }]);
}

describe.each(facebookKinds)('a $type on Facebook', (kind) => {
  it('is published once, when Facebook shows it', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 200, facebook: { liveDelayMs: 200 } });
    await expectPublished(kind, await submit(kind));
  });

  it('is published once although the answer to the call that publishes is lost', async () => {
    await publishing.fault(kind.calls.publish, { loseAnswer: true });
    await expectPublished(kind, await submit(kind));
  });

  it('is published once although the answer to the call that stages is lost', async () => {
    if (!kind.stagesPayload) return;
    await publishing.fault({ ...kind.calls.stage, nth: 1 }, { loseAnswer: true });
    await expectPublished(kind, await submit(kind));
  });

  it('leaves nothing behind where Facebook refuses it for good', async () => {
    await publishing.fault({ ...kind.calls.publish, times: 20 }, { error: 'blocked' });
    const job = await submit(kind);
    const { row } = await publishing.outcomeOf(job, 60_000);
    expect(row.status).toBe('failed');
    expect(await publicationsOf(job)).toEqual([]);
    await until(async () => {
      const posts = kind.postsOf(await publishing.sandbox.state());
      return posts.every(({ title }) => title !== job.title);
    });
  });
});
