import { rm } from 'node:fs/promises';
import { ConfigError } from '../../lib/settings/ConfigError';
import type { Variables } from '../../lib/settings/readVariables';
import { AnswerLog } from './answers/AnswerLog';
import { CassetteFault, cassetteOf, readCassette } from './answers/cassette';
import type { Cassette } from './answers/cassette';
import { compare } from './answers/compare';
import { emptyKeeping, ResumeFault, readKeeping, removeKeeping, writeKeeping, writePrivately } from './keeping';
import type { ResumeState } from './keeping';
import { readOptions, verifyUsage } from './options';
import type { Options } from './options';
import { openWalk } from './openWalk';
import type { WalkAccess } from './openWalk';
import type { Row } from './step';
import { exitCodeOf, tableOf, verdictOf } from './table';
import { Traces } from './Traces';
import type { Times, Walk } from './Walk';

/** The surroundings of the command. */
export interface Surroundings {
  readonly environment: Variables;
  readonly tell: (line: string) => void;
  /** The lines that the operator types; null: there is no terminal. */
  readonly lines: AsyncIterable<string> | null;
  readonly interrupted: AbortSignal;
  /** Other times than the usual ones, for tests. */
  readonly times?: Partial<Times>;
  readonly clock?: () => Date;
}

/**
 * `verify <platform>`: walks all that an adapter relies on, with the operator's app and test account, and prints a table of
 * the assumed, the seen and what follows (docs/verify.md).
 * @returns the exit code. 0: all was seen; 1: a promise is broken, or an answer differs from the cassette; 2: not everything
 *   could be seen
 */
export async function verify(words: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { tell } = surroundings;
  const options = readOptions(words);
  if (typeof options === 'string') {
    tell(options === '' ? verifyUsage : `${options}\n${verifyUsage}`);
    return 2;
  }
  try {
    return await verifyPlatform(options, surroundings);
  } catch (error) {
    if (!isPlain(error)) throw error;
    tell(error.message);
    return 2;
  }
}

/** A fault whose message says all. */
function isPlain(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof ResumeFault || error instanceof CassetteFault;
}

async function verifyPlatform(options: Options, surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { platform } = options;
  const { clock = () => new Date() } = surroundings;
  const wanted = options.compare === null ? null : await readCassette(options.compare, platform);
  const earlier = await earlierOf(options);
  const kept = new Kept();
  const opened = openWalk(options, surroundings.environment, (bases) => ({
    ...walkOf(options, surroundings, { clock, kept }),
    answers: new AnswerLog(bases),
    earlier,
  }));
  if (!options.isResumed && opened.dayIds.length > 0) await requireWritable(options.state);
  surroundings.tell(opened.costs);
  const ours = await walked(opened);
  const rows = options.isResumed && earlier ? merged(earlier.rows, ours) : ours;
  surroundings.tell(`\n${tableOf(rows)}\n\n${verdictOf(rows)}`);
  const isOver = opened.dayIds.every((id) => rows.some((row) => row.id === id && row.verdict !== 'not seen'));
  await leave(options, { kept: kept.things, rows, earlier, at: clock(), isOver });
  const cassette = cassetteOf(platform, clock(), opened.answers.all());
  if (options.cassette !== null) await writePrivately(options.cassette, `${JSON.stringify(cassette, null, 2)}\n`);
  const differs = wanted !== null && hasDifferences(wanted, cassette, surroundings.tell);
  return differs ? 1 : exitCodeOf(rows);
}

/** The things that an earlier walk has left; nothing at Stripe needs a day. @throws ResumeFault */
async function earlierOf({ platform, state, isResumed }: Options): Promise<ResumeState | null> {
  const earlier = platform === 'stripe' ? null : await readKeeping(state, platform);
  if (isResumed && earlier === null) throw new ResumeFault(`There is nothing to resume in ${state}.`);
  return earlier;
}

/** The things that the steps leave for another day. */
class Kept {
  things: Partial<ResumeState> | null = null;

  add(more: Partial<ResumeState>): void {
    this.things = { ...this.things, ...more };
  }
}

const pollMs = 5_000;
const lagMs = 120_000;

function walkOf(
  options: Options,
  { tell, lines, interrupted, times }: Surroundings,
  { clock, kept }: { clock: () => Date; kept: Kept },
): Omit<Walk, 'answers' | 'earlier'> {
  const waitMs = options.minutes * 60_000;
  return {
    tell,
    lines,
    interrupted,
    clock,
    traces: new Traces(),
    times: { personMs: waitMs, processingMs: waitMs, lagMs, pollMs, ...times },
    isResumed: options.isResumed,
    keep: (more) => kept.add(more),
    redirectUri: options.redirectUri,
    wantedId: options.channelId,
  };
}

async function walked({ answers, walk }: WalkAccess): Promise<Row[]> {
  const stop = answers.listen();
  try {
    return await walk();
  } finally {
    stop();
  }
}

async function requireWritable(file: string): Promise<void> {
  const trial = `${file}.try`;
  await writePrivately(trial, '');
  await rm(trial, { force: true });
}

/** A row of today counts more than that of the earlier walk, unless only the earlier one has seen something. */
function merged(earlier: readonly Row[], ours: readonly Row[]): Row[] {
  const rows = earlier.map((row) => {
    const today = ours.find(({ id }) => id === row.id);
    return today && (today.verdict !== 'not seen' || row.verdict === 'not seen') ? today : row;
  });
  return [...rows, ...ours.filter(({ id }) => !earlier.some((row) => row.id === id))];
}

interface WalkEnd {
  readonly kept: Partial<ResumeState> | null;
  readonly rows: Row[];
  readonly earlier: ResumeState | null;
  readonly at: Date;
  /** All steps that needed a day were seen. */
  readonly isOver: boolean;
}

/** Writes the state that `--resume` needs, or removes it once everything of another day was seen. */
async function leave({ platform, state, isResumed }: Options, leaving: WalkEnd): Promise<void> {
  const { kept, rows, earlier, at, isOver } = leaving;
  if (isResumed && earlier) {
    await (isOver ? removeKeeping(state) : writeKeeping(state, { ...earlier, ...kept, rows }));
  } else if (kept !== null) {
    await writeKeeping(state, { ...emptyKeeping(platform, at), ...kept, rows });
  }
}

function hasDifferences(wanted: Cassette, given: Cassette, tell: (line: string) => void): boolean {
  const { compared, differences } = compare(wanted, given);
  for (const difference of differences) tell(difference);
  tell(`${compared} calls compared with the cassette of ${wanted.madeAt}: ${differences.length} differences.`);
  return differences.length > 0 || compared === 0;
}
