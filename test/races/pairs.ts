import { isDeepStrictEqual } from 'node:util';
import { createAssignment } from './assignment';
import { postChanges } from './postChanges';
import type { Asking, PostChange } from './postChanges';
import { reaches } from './race';
import type { Finish, Race, Start } from './race';
import { pathOf } from './races';
import { waiting } from '../proof/work/faults';
import type { Fault } from '../proof/work/faults';
import type { Stage } from '../proof/stage';
import { patienceMs } from '../proof/patience';
import { nameOf } from '../kinds';
import { backdatePost } from '../support/runs/backdatePost';
import type { Answer } from '../support/actors';
import { until } from '../support/until';

type Asked = ReturnType<PostChange['asks']>;

/** What the two rivals of an assignment ask for: the rival on time, and the rival with the offset. */
const asked = new Map<string, readonly [Asked, Asked]>();

const isRemoval = (one: Asked): one is { mode: 'delete' | 'private' } => 'mode' in one;

/** Publishes a post, and readies both changes of it. */
async function published(stage: Stage, [one, other]: Pair, kind: Asking['kind'], key: string) {
  const { id } = await createAssignment(stage, kind, key);
  await reaches(id, ({ status }) => status === 'published');
  await backdatePost(stage.database, id);
  const asks = [one.asks({ stage, kind, key, side: 'one' }), other.asks({ stage, kind, key, side: 'other' })] as const;
  asked.set(key, asks);
  return { id, atMs: Date.now() + 100, go: sends(stage, id, asks[0]), act: sends(stage, id, asks[1]) };
}

function sends(stage: Stage, id: string, one: Asked): Start['act'] {
  if (isRemoval(one)) return async () => stage.call('POST', `${pathOf(id)}/unpublish`, { body: { mode: one.mode } });
  const body = { updatePublished: true, payload: { [one.field]: one.value } };
  return async () => stage.call('PATCH', pathOf(id), { body });
}

type Pair = readonly [PostChange, PostChange];

/** What is wrong, by what each asked for and was answered. The proof's invariants look at the post besides. */
function faultsOfPair({ key, went, acted, row, updatesCount }: Finish): (string | false)[] {
  const both = asked.get(key)!;
  const answers = [went, acted] as const;
  const hasDeletion = both.some((one) => isRemoval(one) && one.mode === 'delete');
  const updates = both.filter((one, nth) => !isRemoval(one) && answers[nth]?.status === 200);
  const updatesMin = isDeepStrictEqual(updates[0], updates[1]) ? Math.min(updates.length, 1) : updates.length;
  const mode = hasDeletion ? 'delete' : 'private';
  return [
    both.some(isRemoval) &&
      (row.removal?.state !== 'done' || row.removal.mode !== mode) &&
      `has the removal ${JSON.stringify(row.removal)}`,
    ...both.flatMap((one, nth) => faultsOfOne(one, both[1 - nth]!, answers[nth], row.payload)),
    answers.every((answer) => answer?.status === 409) && 'was changed by neither, and both were refused',
    (updatesCount < updatesMin || updatesCount > updates.length) &&
      `was charged for ${updatesCount} updates, and ${updates.length} were answered 200`,
  ];
}

function faultsOfOne(
  one: Asked,
  rival: Asked,
  answer: Answer | void,
  payload: Finish['row']['payload'],
): (string | false)[] {
  const status = answer?.status ?? 0;
  if (isRemoval(one)) {
    const fits = one.mode === 'delete' ? [202] : [200, 202, ...(isRemoval(rival) ? [409] : [])];
    return [!fits.includes(status) && `was to be taken down by ${one.mode}, and answered ${status}`];
  }
  const { field, value } = one;
  const isRivals = !isRemoval(rival) && rival.field === field;
  const has = (wanted: unknown): boolean => isDeepStrictEqual(payload[field], wanted);
  return [
    ![200, 409, 503].includes(status) &&
      `was answered ${status} to a change of ${field}: ${JSON.stringify(answer?.body)}`,
    status === 200 && !has(value) && !(isRivals && has(rival.value)) && `was given ${field}, and does not say so`,
    status !== 200 &&
      has(value) &&
      !(isRivals && isDeepStrictEqual(rival.value, value)) &&
      `was given ${field}, and answered ${status}`,
  ];
}

/** A change that the other one has kept out has lost; where both are made, the first answered has won. */
function winnerOf({ acted, went, answeredAtMs, key, wentAtMs }: Finish): string {
  const [first] = asked.get(key)!;
  const isMade = acted.status === 200 || acted.status === 202;
  if (isRemoval(first) || !isMade || went?.status !== 200) return isMade ? 'other' : 'one';
  return answeredAtMs <= wentAtMs ? 'other' : 'one';
}

const both = ([one, other]: Pair) => one.kinds.filter((kind) => other.kinds.includes(kind));

const raceOf = (pair: Pair): Race => ({
  name: `${pair[1].name} (other) against ${pair[0].name} (one) of a published post`,
  winners: ['other', 'one'],
  spreadMs: 60,
  kinds: both(pair),
  points: [...new Set(pair.flatMap(({ points }) => points))],
  ready: async (stage, key, kind) => published(stage, pair, kind, key),
  winner: winnerOf,
  faults: faultsOfPair,
});

/** The answer to the first change is lost; the second change comes as soon as that has happened. */
const lossOf = (pair: Pair): Race => ({
  ...raceOf(pair),
  name: `${pair[1].name} after a lost answer to ${pair[0].name}`,
  ready: async (stage, key, kind) => {
    const start = await published(stage, pair, kind, key);
    const on = { ...pair[0].call(kind), platform: kind.platform, nth: 1 };
    await stage.sandbox.control('DELETE', '/faults');
    await stage.sandbox.control('POST', '/faults', { on, do: { loseAnswer: true } });
    const act = async () => {
      await hasStruck(stage, on);
      return start.act();
    };
    return { ...start, act };
  },
});

async function hasStruck({ sandbox }: Stage, on: Fault['on']): Promise<void> {
  await until(async () => (await waiting(sandbox)).length === 0, {
    limitMs: patienceMs,
    wanted: `the answer of ${nameOf(on)} is lost`,
    stepMsMax: 50,
  });
}

const removalNames = ['deletion', 'hiding'];

/** A hidden post is as changeable as a public one, so of the removals only a deletion decides a race; two deletions are one. */
const isRaced = ([one, other]: Pair): boolean =>
  !removalNames.includes(one.name) || (one.name === 'deletion' && other !== one);

const isMeant = (pair: Pair): boolean => both(pair).length > 0;

/** Every two changes of a post that is public already, a change with itself included. */
export const pairs: readonly Race[] = postChanges
  .flatMap((one, nth) => postChanges.slice(nth).map((other): Pair => [one, other]))
  .filter((pair) => isMeant(pair) && isRaced(pair))
  .map(raceOf);

/** Every change whose answer is lost, with every change that may come then; nothing comes after a deletion of its own. */
export const lossPairs: readonly Race[] = postChanges
  .flatMap((one) => postChanges.map((other): Pair => [one, other]))
  .filter((pair) => isMeant(pair) && !(pair[0] === pair[1] && removalNames.includes(pair[0].name)))
  .map(lossOf);
