import { setTimeout as delay } from 'node:timers/promises';
import { kinds } from '../kinds';
import type { Kind } from '../kinds';
import { facebookImage } from '../kinds/facebookImage';
import { facebookText } from '../kinds/facebookText';
import { proofOf, version } from '../support/platforms/facebookSandbox';
import { judge } from './crashPoint';
import { assignmentIs } from './rows';
import { comesToRest } from './rest';
import type { Scenario, Verdict } from './scenarios';
import type { Page, Stage, StageSettings } from './stage';
import { assignmentOf } from './work/assignments';

/** Ten minutes of looks are a minute. */
const pace = 0.1;
const environment = (publishing: string) => ({ FACEBOOK_PUBLISHING: publishing, TEST_PACE: String(pace) });

const directKinds = kinds.filter(({ platform, type }) => platform === 'facebook' && !['reel', 'story'].includes(type));
const withoutMedia = directKinds.filter(({ mediaCount }) => mediaCount === 0);

/** A loss of the answer to the call that makes a post public, and its end where no media lead to the post. */
interface Loss {
  name: string;
  /** Absent: the call is answered, unless a process dies. */
  fault?: object;
  /** The lists of the page show posts so much later, in milliseconds of true pace; null: never. */
  lagMs?: number | null;
  /** A person posts the same text. */
  byPerson?: true;
  among: readonly Kind[];
  /** The page is tried by drafts first, which it refuses. */
  byDrafts?: true;
  /** The status of a post without media; absent: either, as a death before the call leaves its outcome open. */
  ends?: 'published' | 'failed';
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

/** Posts during whose calls processes die. */
const deadly: readonly Loss[] = [
  { name: 'answered', among: directKinds },
  { name: 'refused as a draft', byDrafts: true, among: [facebookText] },
];

/** Posts with open outcomes, of which a photo's is looked for twice, and of which a person resolves those of texts. */
const open: readonly Loss[] = [
  { name: 'never arrived', fault: { cutAfterBytes: 0 }, among: [facebookImage, facebookText], ends: 'failed' },
  { name: 'never listed', fault: { loseAnswer: true }, lagMs: null, among: [facebookText], ends: 'failed' },
];

/** Both failpoints of each boundary: the workload leads to none of them (points/unreached.ts). */
const bothOf = (...names: string[]): string[] => names.flatMap((name) => [`${name}.before`, `${name}.after`]);
const callPoints = [
  ...bothOf('connections.publishDirectly', 'facebook.post.create', 'facebook.video.create'),
  // Its other side is that of a content which another open call holds.
  'publishing.freeContent.before',
];
const lookPoints = bothOf('publishing.noteAbsentPost');
const resolvePoints = bothOf('commit.readResolvable', 'commit.resolveAssignment', 'timeline.noteResolution');

interface Planned {
  loss: Loss;
  kind: Kind;
}

/** A post of each kind for each loss. */
const planOf = (all: readonly Loss[]): Planned[] => all.flatMap((loss) => loss.among.map((kind) => ({ loss, kind })));
const [plan, planOfPeople] = [planOf(losses), planOf(ofPeople)];
const [planOfDeaths, planOfOpen] = [planOf(deadly), planOf(open)];

export const directLosses: readonly Scenario[] = [
  {
    title: 'a post that one call makes public is made once, however its answer is lost',
    points: [],
    settings: settingsOf('direct', plan.length + planOfPeople.length),
    play: async (stage): Promise<Verdict> => {
      const wrong = await suffer(stage, plan, stage.pages);
      wrong.push(...(await judge(stage, true)));
      return [...wrong, ...(await suffer(stage, planOfPeople, stage.pages.slice(plan.length)))];
    },
  },
  {
    title: 'the same holds where processes die at such a call, and at the resolution of its outcome',
    points: [],
    settings: settingsOf('auto', planOfDeaths.length + planOfOpen.length),
    play: async (stage): Promise<Verdict> => {
      await stage.sandbox.control('POST', '/settings', { facebook: { drafts: 'refused' } });
      const isDirect = (nth: number): boolean => planOfDeaths[nth]?.loss.byDrafts !== true;
      const direct = stage.pages.filter((_page, nth) => isDirect(nth)).map(({ connectionId }) => connectionId);
      const others = stage.pages.slice(planOfDeaths.length);
      const wrong = await dying(stage, callPoints, async (turn) => {
        const by = `CASE WHEN id = ANY($1) THEN 'direct' ELSE 'staged' END`;
        await stage.database.query(`UPDATE connections SET publishing = ${by} WHERE platform = 'facebook'`, [direct]);
        return suffer(stage, planOfDeaths, stage.pages, turn);
      });
      wrong.push(...(await dying(stage, lookPoints, async (turn) => suffer(stage, planOfOpen, others, turn))));
      return [...wrong, ...(await dying(stage, resolvePoints, async () => resolveOutcomes(stage), 1))];
    },
  },
];

function settingsOf(publishing: string, pagesCount: number): StageSettings {
  return { api: environment(publishing), worker: environment(publishing), pagesCount };
}

/**
 * Processes die at these points, once at each, during the work, after which the service comes to rest. The death of one post may take
 * another one past its point, so the work is done anew until all points were reached.
 */
async function dying(
  stage: Stage,
  points: readonly string[],
  work: (turn: number) => Promise<Verdict>,
  turnsMax = 4,
): Promise<Verdict> {
  const before = { ends: stage.ends().length, faults: stage.faults.length };
  for (const point of points) stage.arm(point, 'kill');
  const wrong: string[] = [];
  for (let turn = 1; turn <= turnsMax && stage.armed().length > 0; turn += 1) wrong.push(...(await work(turn)));
  const ends = stage.ends().slice(before.ends);
  const isAsPlanned = ends.length === points.length && ends.every(({ signal }) => signal === 'SIGKILL');
  return [
    ...wrong,
    ...(isAsPlanned ? [] : [`processes ended: ${JSON.stringify(ends)}`]),
    ...stage.faults.slice(before.faults),
    ...(await judge(stage, true)),
  ];
}

/** A person ends the open outcomes: of a call that never arrived, whose post is then published, and of a post that no list shows. */
async function resolveOutcomes(stage: Stage): Promise<Verdict> {
  const { posts } = await stage.snapshot();
  const idOf = (key: string): string => stage.accepted.find(({ idempotencyKey }) => idempotencyKey === key)!.id;
  const [absent, hidden] = ['never arrived', 'never listed'].map((name) => keyOf(name, facebookText)) as [
    string,
    string,
  ];
  const post = posts.find(({ title }) => title.includes(hidden))!;
  const published = { outcome: 'published', platformPostId: post.id };
  await stage.ask('POST', `/api/v1/assignments/${idOf(hidden)}/resolve`, published);
  await assignmentIs(stage, idOf(hidden), "status = 'published'");
  await stage.ask('POST', `/api/v1/assignments/${idOf(absent)}/resolve`, { outcome: 'notPublished' });
  await stage.ask('POST', `/api/v1/assignments/${idOf(absent)}/retry`);
  await assignmentIs(stage, idOf(absent), "status = 'published'");
  return (await comesToRest(stage)) ? [] : ['the service has not come to rest'];
}

/** Publishes the posts, all at the same time, each on a page of its own. */
async function suffer(stage: Stage, planned: readonly Planned[], pages: readonly Page[], turn = 1): Promise<Verdict> {
  const lags = planned.map(({ loss: { lagMs = 0 } }, nth) => [pages[nth]!.pageId, lagMs && lagMs * pace]);
  await stage.sandbox.control('POST', '/settings', { facebook: { listLagsMs: Object.fromEntries(lags) } });
  const made = await Promise.all(
    planned.map(async (one, nth) => ({ ...one, id: await publish(stage, one, pages[nth]!, turn) })),
  );
  if (!(await comesToRest(stage))) return ['the service has not come to rest'];
  return (await Promise.all(made.map(async (one) => wrongEnd(stage, one)))).flat();
}

/** Creates an assignment whose creating call meets the loss. @returns its id */
async function publish(stage: Stage, { loss, kind }: Planned, at: Page, turn: number): Promise<string> {
  const { name, fault, byPerson } = loss;
  const { connectionId, pageId: page } = at;
  const isVideo = kind.type === 'video';
  const on = {
    method: 'POST',
    path: `${version}/${page}/${isVideo ? 'videos' : 'feed'}`,
    ...(isVideo && { query: 'upload_phase=finish' }),
    nth: 1,
  };
  if (fault) await stage.sandbox.control('POST', '/faults', { on, do: fault });
  const key = keyOf(name, kind, turn);
  const source = { bytes: kind.media(60_000) };
  const [assignment] = assignmentOf(stage, kind, key, source, { connectionId, audience: 'public' });
  const id = await stage.create(assignment);
  if (byPerson) await postAsPerson(stage, page, assignment['payload'] as Record<string, string>);
  return id;
}

function keyOf(name: string, kind: Kind, turn = 1): string {
  return `direct ${turn} ${name} ${kind.type}`;
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
  const expected = kind.mediaCount > 0 ? 'published' : (loss.ends ?? row?.status);
  const isKnown = row?.status === 'published' || (row?.status === 'failed' && row.code === 'OUTCOME_UNKNOWN');
  const isRight = row?.status === expected && isKnown;
  return isRight ? [] : [`${loss.name}: a ${kind.type} is ${row?.status} ${row?.code ?? ''}`];
}
