import { setTimeout as delay } from 'node:timers/promises';
import { kinds } from '../kinds';
import type { Kind } from '../kinds';
import { proofOf, version } from '../support/platforms/facebookSandbox';
import { judge } from './crashPoint';
import { comesToRest } from './rest';
import type { Scenario, Verdict } from './scenarios';
import type { Page, Stage } from './stage';
import { assignmentOf } from './work/assignments';

/** Ten minutes of looks are a minute. */
const pace = 0.1;
const environment = { FACEBOOK_PUBLISHING: 'direct', TEST_PACE: String(pace) };

const directKinds = kinds.filter(({ platform, type }) => platform === 'facebook' && !['reel', 'story'].includes(type));
const withoutMedia = directKinds.filter(({ mediaCount }) => mediaCount === 0);

/** A loss of the answer to the call that makes a post public, and its end where no media lead to the post. */
interface Loss {
  name: string;
  fault: object;
  /** The lists of the page show posts so much later, in milliseconds of true pace; null: never. */
  lagMs?: number | null;
  /** A person posts the same text. */
  byPerson?: true;
  among: readonly Kind[];
  /** The status of a post without media. */
  ends: 'published' | 'failed';
}

const losses: readonly Loss[] = [
  { name: 'lost', fault: { loseAnswer: true }, among: directKinds, ends: 'published' },
  { name: 'answered 500', fault: { status: 500, afterEffect: true }, among: directKinds, ends: 'published' },
  { name: 'never arrived', fault: { cutAfterBytes: 0 }, among: directKinds, ends: 'failed' },
  { name: 'listed 8 s late', fault: { loseAnswer: true }, lagMs: 8000, among: withoutMedia, ends: 'published' },
  { name: 'listed 6 min late', fault: { loseAnswer: true }, lagMs: 360_000, among: withoutMedia, ends: 'published' },
  { name: 'never listed', fault: { loseAnswer: true }, lagMs: null, among: withoutMedia, ends: 'failed' },
];

/** The person's post has the text of the assignment, so no invariant can tell whose it is. */
const ofPeople: readonly Loss[] = [
  {
    name: 'lost as a person posts the same',
    fault: { loseAnswer: true },
    byPerson: true,
    among: withoutMedia,
    ends: 'failed',
  },
];

interface Planned {
  loss: Loss;
  kind: Kind;
}

/** A post of each kind for each loss. */
const planOf = (all: readonly Loss[]): Planned[] => all.flatMap((loss) => loss.among.map((kind) => ({ loss, kind })));
const [plan, planOfPeople] = [planOf(losses), planOf(ofPeople)];

export const directLosses: readonly Scenario[] = [
  {
    title: 'a post that one call makes public is made once, however its answer is lost',
    points: [],
    settings: { api: environment, worker: environment, pagesCount: plan.length + planOfPeople.length },
    play: async (stage): Promise<Verdict> => {
      const wrong = await suffer(stage, plan, stage.pages);
      wrong.push(...(await judge(stage, true)));
      return [...wrong, ...(await suffer(stage, planOfPeople, stage.pages.slice(plan.length)))];
    },
  },
];

/** Publishes the posts, all at the same time, each on a page of its own. */
async function suffer(stage: Stage, planned: readonly Planned[], pages: readonly Page[]): Promise<Verdict> {
  const lags = planned.map(({ loss: { lagMs = 0 } }, nth) => [pages[nth]!.pageId, lagMs && lagMs * pace]);
  await stage.sandbox.control('POST', '/settings', { facebook: { listLagsMs: Object.fromEntries(lags) } });
  const made = await Promise.all(
    planned.map(async (one, nth) => ({ ...one, id: await publish(stage, one, pages[nth]!) })),
  );
  if (!(await comesToRest(stage))) return ['the service has not come to rest'];
  return (await Promise.all(made.map(async (one) => wrongEnd(stage, one)))).flat();
}

/** Creates an assignment whose creating call meets the loss. @returns its id */
async function publish(stage: Stage, { loss, kind }: Planned, { connectionId, pageId: page }: Page): Promise<string> {
  const { name, fault, byPerson } = loss;
  const isVideo = kind.type === 'video';
  const on = {
    method: 'POST',
    path: `${version}/${page}/${isVideo ? 'videos' : 'feed'}`,
    ...(isVideo && { query: 'upload_phase=finish' }),
    nth: 1,
  };
  await stage.sandbox.control('POST', '/faults', { on, do: fault });
  const key = `direct ${name} ${kind.type}`;
  const source = { bytes: kind.media(60_000) };
  const [assignment] = assignmentOf(stage, kind, key, source, { connectionId, audience: 'public' });
  const id = await stage.create(assignment);
  if (byPerson) await postAsPerson(stage, page, assignment['payload'] as Record<string, string>);
  return id;
}

/** Posts the content of a payload, by a person, as soon as the service's own post is there. */
async function postAsPerson(stage: Stage, page: string, payload: Record<string, string>): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await stage.sandbox.calls()).some(({ path, method }) => method === 'POST' && path === `${version}/${page}/feed`);
  while (!(await isThere())) await delay(50);
  await stage.sandbox.control('POST', '/settings', { facebook: { postsBy: 'person' } });
  const { accessToken } = await stage.sandbox.control('POST', '/channels', {
    platform: 'facebook',
    name: 'A person',
    channelId: page,
  });
  const body = new URLSearchParams({ ...payload, access_token: accessToken, appsecret_proof: proofOf(accessToken) });
  const answer = await fetch(`${stage.sandbox.url}${version}/${page}/feed`, { method: 'POST', body });
  await stage.sandbox.control('POST', '/settings', { facebook: { postsBy: 'app' } });
  if (!answer.ok) throw new Error(await answer.text());
}

interface Made extends Planned {
  id: string;
}

/** Media lead to their post whatever the lists show. */
async function wrongEnd({ database }: Stage, { loss, kind, id }: Made): Promise<Verdict> {
  const [row] = await database.query<{ status: string; code: string | null }>(
    `SELECT status, errors->0->>'code' AS code FROM assignments WHERE id = $1`,
    [id],
  );
  const expected = kind.mediaCount > 0 ? 'published' : loss.ends;
  const isRight = row?.status === expected && (expected === 'published' || row.code === 'OUTCOME_UNKNOWN');
  return isRight ? [] : [`${loss.name}: a ${kind.type} is ${row?.status} ${row?.code ?? ''}`];
}
