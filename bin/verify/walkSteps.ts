import { PublishFailure } from '../../domain/failures/PublishFailure';
import { PaymentFailure } from '../../lib/payments/Payments';
import { NoAnswerError } from './ask';
import { broken, notSeen } from './step';
import type { Row, Observation, Step } from './step';
import { Interruption } from './Walk';
import type { Walk } from './Walk';

/** The things that the operator has allowed on the command line. */
export interface Leave {
  /** The id of the page or channel on which it may publish; null: on none. */
  readonly publishTo: string | null;
  readonly exhaustQuota: boolean;
}

/** The steps of this walk; with `--resume` the steps that needed a day, and all that they rest on. */
export function stepsOf<Context extends Walk>(
  steps: readonly Step<Context>[],
  isResumed: boolean,
): readonly Step<Context>[] {
  if (!isResumed) return steps;
  const wanted = new Set(steps.flatMap(({ id, needsDay }) => (needsDay ? [id] : [])));
  for (const { id, restsOn = [] } of steps.toReversed()) {
    if (wanted.has(id)) for (const base of restsOn) wanted.add(base);
  }
  return steps.filter(({ id }) => wanted.has(id));
}

/** Whether the step will be tried: the others are listed as not seen. */
export function isAllowed(
  step: Pick<Step<never>, 'isPublic' | 'needsDay' | 'exhaustsQuota'>,
  leave: Leave & ResumedWalk,
) {
  return hindranceOf(step, leave) === null;
}

/** Whether this is the walk of another day. */
export interface ResumedWalk {
  readonly isResumed: boolean;
}

function hindranceOf(
  { isPublic, needsDay, exhaustsQuota }: Pick<Step<never>, 'isPublic' | 'needsDay' | 'exhaustsQuota'>,
  { publishTo, exhaustQuota, isResumed }: Leave & ResumedWalk,
): Observation | null {
  if (isPublic && publishTo === null)
    return notSeen('Others would see it.', 'Run again with --publish and the id of a test page or channel.');
  if (exhaustsQuota && !exhaustQuota)
    return notSeen('It uses up the units of the whole day.', 'Run again with --exhaust-quota on a day without posts.');
  return needsDay && !isResumed ? notSeen('It needs a day.', 'Run again with --resume after 25 hours.') : null;
}

/**
 * Walks the steps in their order, then removes their leftovers.
 * @returns a row for each step, and a last row that says whether anything was left behind
 */
export async function walkSteps<Context extends Walk>(
  name: string,
  steps: readonly Step<Context>[],
  context: Context,
  leave: Leave,
): Promise<Row[]> {
  const rows: Row[] = [];
  const { isResumed } = context;
  for (const step of stepsOf(steps, isResumed)) {
    const { id, assumed, follows } = step;
    const hindrance = hindranceOf(step, { ...leave, isResumed }) ?? missingBase(step, rows);
    const isOver = context.interrupted.aborted;
    const sighting = isOver ? interruptedSight : (hindrance ?? (await see(step, context)));
    const row = { id, assumed, ...sighting };
    rows.push(row.verdict === 'broken' ? { follows, ...row } : row);
    context.tell(`${marks[sighting.verdict]} ${id}: ${sighting.words}`);
  }
  rows.push(await cleanUp(name, context));
  return rows;
}

/** The verdicts as the operator sees them. */
export const marks = { seen: 'ok', broken: 'BROKEN', 'not seen': '--' } as const;

function missingBase({ restsOn = [] }: Pick<Step<never>, 'restsOn'>, rows: readonly Row[]): Observation | null {
  const missing = restsOn.filter((id) => !rows.some((row) => row.id === id && row.verdict === 'seen'));
  return missing.length === 0 ? null : notSeen(`It rests on ${missing.join(', ')}.`, 'See to that first.');
}

async function see<Context extends Walk>(step: Step<Context>, context: Context): Promise<Observation> {
  context.answers.enter(step.id);
  try {
    return await step.see(context);
  } catch (error) {
    return sightOf(error, (text) => context.answers.mask(text));
  }
}

const interruptedSight = notSeen('The walk was interrupted.', 'Run it again.');

/** A failure in plain words: a passing fault is no broken promise. */
function sightOf(error: unknown, mask: (text: string) => string): Observation {
  if (error instanceof Interruption) return interruptedSight;
  const words = mask(reasonOf(error));
  return mayPass(error) ? notSeen(words, 'Run again later.') : broken(words);
}

function mayPass(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  if (error instanceof PaymentFailure) return error.reason === 'down';
  if (!(error instanceof PublishFailure)) return false;
  return error.code === 'QUOTA_EXCEEDED' || error.rateLimited || (error.transient && !error.isUnfamiliar);
}

/** The reason of a failure, without the address to which the service sends its callers. */
export function reasonOf(error: unknown): string {
  if (error instanceof PublishFailure) return error.words.seen;
  return error instanceof Error ? error.message : String(error);
}

async function cleanUp(name: string, { traces, answers, tell }: Walk): Promise<Row> {
  answers.enter(`${name}.clean`);
  const left = await traces.removeAll((error) => answers.mask(reasonOf(error)));
  const row = { id: `${name}.clean`, assumed: 'Everything that the walk has made is removed.' };
  if (left.length === 0) return { ...row, verdict: 'seen', words: 'Nothing is left.' };
  for (const thing of left) tell(`left behind: ${thing}`);
  return { ...row, ...broken(`Left behind: ${left.join('; ')}.`), follows: 'Remove it by hand.' };
}
