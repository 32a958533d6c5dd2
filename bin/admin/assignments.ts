import { intervene } from '../../models/assignments/store/intervene';
import { interventions, obstacleWords } from '../../domain/assignment/interventions';
import type { Intervention } from '../../domain/assignment/interventions';
import { Id } from '../../domain/ids';
import { temporalAddress } from '../../lib/temporal';
import { publishWorkflowId } from '../../domain/workflowContract';
import { stuckAssignments } from '../../models/assignments/reads/stuckAssignments';
import { silentReceivers } from '../../models/webhooks/silentReceivers';
import { runPage } from '../../outbox/runsPage';
import { createPlatforms, limitsOf } from '../../platforms/index';
import type { Config } from '../run';
import { Refusal, withDatabase } from './Command';
import type { Command } from './Command';
import { columns } from './columns';

/** The longest list that an operator can read. */
const listMax = 100;

async function stuck(config: Config) {
  const { temporalUiUrl } = config;
  const { namespace } = temporalAddress();
  return withDatabase(config, async () => {
    const { total, assignments } = await stuckAssignments(listMax);
    const receivers = await silentReceivers(listMax);
    const linked = assignments.map(({ error, ...assignment }) => {
      const workflowId = publishWorkflowId({ assignmentId: assignment.id, generation: assignment.generation });
      const run = temporalUiUrl === null ? workflowId : runPage({ url: temporalUiUrl, namespace }, workflowId);
      return { ...assignment, code: error?.code ?? null, message: error?.message ?? null, run };
    });
    return { total, assignments: linked, receivers };
  });
}

type Stuck = Awaited<ReturnType<typeof stuck>>;

/** The lists as an operator reads them in a terminal. */
function tableOf({ total, assignments, receivers }: Stuck): string {
  const moment = (time: Date | null) => time?.toISOString().slice(0, 19).concat('Z') ?? 'now';
  const posts = columns(
    ['assignment', 'status', 'since', 'waits for', 'code', 'next try', 'channel', 'workspace', 'run'],
    assignments.map((one) => [
      one.id,
      one.status,
      moment(one.since),
      one.waitsFor,
      one.code ?? '-',
      moment(one.nextAt),
      `${one.platform} ${one.channel}`,
      one.workspaceId,
      one.run,
    ]),
  );
  const hosts = columns(
    ['receiver', 'workspace', 'webhooks', 'oldest since', 'answer', 'next try', 'assignment'],
    receivers.map((one) => [
      one.host,
      one.workspaceId,
      String(one.count),
      moment(one.since),
      one.httpStatusCode === null ? (one.lastError ?? '-') : String(one.httpStatusCode),
      moment(one.nextAttemptAt),
      one.assignmentId,
    ]),
  );
  const more = total > assignments.length ? [`… and ${total - assignments.length} more`] : [];
  return [
    total === 0 ? 'No assignment is stuck.' : posts,
    ...more,
    '',
    receivers.length === 0 ? 'No webhook waits.' : hosts,
  ].join('\n');
}

/** The words of each intervention, as an operator types them, and what it does. */
const words: Readonly<Record<Intervention, [word: string, answer: string]>> = {
  retryNow: ['retry-now', 'its next try is made at once'],
  reconcile: ['reconcile', 'its run is replaced by another one, which goes on from the row'],
  giveUp: ['give-up', 'it fails now; its credits are released, and its caller is told why'],
  endCleanUp: ['end-clean-up', 'what is not public stays on the platform'],
};

async function help(intervention: Intervention, id: string, config: Config): Promise<object> {
  const platforms = createPlatforms(config.platforms);
  return withDatabase(config, async () => {
    const done = await intervene(id, intervention, (platform) => limitsOf(platforms, platform));
    if (!done) throw new Refusal('there is no such assignment');
    if (done.obstacle !== null)
      throw new Refusal(`refused: ${obstacleWords[done.obstacle]} (${done.assignment.status})`);
    const { status, generation, error } = done.assignment;
    return { assignmentId: id, status, generation, ...(error && { code: error.code }) };
  });
}

/** Commands about assignments that do not come on. Running processes hear of the changes by the outbox. */
export const assignmentCommands: readonly Command[] = [
  {
    form: 'stuck',
    answer: 'assignments and receivers of webhooks that do not come on, the longest first (docs/runbook.md)',
    run: async (_given, config) => tableOf(await stuck(config)),
  },
  { form: 'stuck --json', answer: '{total, assignments, receivers}', run: async (_given, config) => stuck(config) },
  ...interventions.map((intervention): Command => {
    const [word, answer] = words[intervention];
    return {
      form: `assignment <id> ${word}`,
      answer: `{assignmentId, status, generation}; ${answer}`,
      run: async ({ words: [id] }, config) => help(intervention, Id.parse(id), config),
    };
  }),
];
