import { mainQueue, publishWorkflowId, workerDeployment } from '../../domain/workflowContract';
import { passTime } from '../support/runs/passTime';
import type { CreatedRun } from '../support/runs/publishing';
import { useDeployment } from '../support/runs/deployment';
import type { Deployment } from '../support/runs/deployment';
import { addedStep, useOtherBuild } from '../support/servers/otherBuild';
import type { ServiceProcess } from '../support/servers/processes';
import { until } from '../support/until';
import { expectResumed, mib, uploadInTheMiddle } from './haltedUploads';
import type { Halted } from './haltedUploads';
import { endOf, expectOneMessage, script, send } from './sent';

const otherBuild = useOtherBuild();
const [b1, b2] = [{ WORKER_BUILD_ID: 'b1' }, { WORKER_BUILD_ID: 'b2' }];
type Version = typeof b1;
/** A webhook is tried for as long as the receiver fails it. */
const WEBHOOK_DELAYS = `0${',1'.repeat(500)}`;

const handleOf = ({ temporal }: Deployment, workflowId: string) => temporal.client.workflow.getHandle(workflowId);
const runIdOf = (assignment: CreatedRun) => publishWorkflowId(assignment);

/** As `temporal worker deployment set-current-version` does, which refuses a version until its workers have asked for work. */
async function makeCurrent({ temporal }: Deployment, { WORKER_BUILD_ID: buildId }: Version): Promise<void> {
  const { client, namespace } = temporal;
  const request = { namespace, deploymentName: workerDeployment, buildId };
  const set = async () => client.workflowService.setWorkerDeploymentCurrentVersion(request);
  await until(set, { isForgiving: true, wanted: `${buildId} is the current version` });
}

/** The queues for which the workers of a version have asked. */
async function queuesOf({ temporal }: Deployment, { WORKER_BUILD_ID: buildId }: Version): Promise<string[]> {
  const { client, namespace } = temporal;
  const deploymentVersion = { deploymentName: workerDeployment, buildId };
  const { versionTaskQueues } = await client.workflowService.describeWorkerDeploymentVersion({
    namespace,
    deploymentVersion,
  });
  return [...new Set((versionTaskQueues ?? []).map(({ name }) => name!))].toSorted();
}

interface Story {
  /** The version with which the run stays; none for a run without. */
  version: string | undefined;
  /** The run began with the step that the other build has added. */
  isOfOther: boolean;
  /** The messages of the tasks that a worker could not do. */
  failures: string[];
}

/** What the history of a run tells of its builds. */
async function storyOf(deployment: Deployment, workflowId: string): Promise<Story> {
  const handle = handleOf(deployment, workflowId);
  const [{ raw }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()]);
  const timers = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const summaries = timers.map(({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? []).toString());
  return {
    version: raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined,
    isOfOther: summaries.includes(JSON.stringify(addedStep)),
    failures: (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
      failed ? [failed.failure?.message ?? ''] : [],
    ),
  };
}

const ofFirst: Story = { version: 'b1', isOfOther: false, failures: [] };
const ofOther: Story = { version: 'b2', isOfOther: true, failures: [] };

const nondeterminism = /TMPRL1100|[Nn]ondeterminis/;
const complaintsOf = (...workers: ServiceProcess[]) =>
  workers.flatMap(({ log }) => log.map((line) => JSON.stringify(line)).filter((line) => nondeterminism.test(line)));

describe('with a build id, of two builds that cannot go on with each other', () => {
  const deployment = useDeployment({ WEBHOOK_DELAYS });
  let [first, other]: ServiceProcess[] = [];
  let begun: Halted[];

  /** Posts with small media, one after the other, until it is told to end. */
  function startLoad() {
    const submitted: CreatedRun[] = [];
    const ending = new AbortController();
    const run = async (): Promise<void> => {
      const channel = await deployment.connect();
      while (!ending.signal.aborted) {
        const assignment = await deployment.submit(channel);
        submitted.push(assignment);
        await deployment.outcomeOf(assignment, 60_000);
      }
    };
    const running = Promise.all([run(), run()]);
    return {
      submitted,
      end: async () => {
        ending.abort();
        await running;
      },
    };
  }

  it('a worker is ready before its version is the current one, and all its queues carry the version', async () => {
    first = await deployment.up('worker', b1);
    const { queues, internalPort } = first.log.find(({ msg }) => msg === 'ready') as {
      queues: string[];
      internalPort: number;
    };
    expect(queues).toContain(mainQueue);
    expect((await fetch(`http://127.0.0.1:${internalPort}/ready`)).status).toBe(200);
    await until(async () => (await queuesOf(deployment, b1)).length === queues.length, { isForgiving: true });
    expect(await queuesOf(deployment, b1)).toEqual(queues.toSorted());
  });

  it('runs stay with the build that began them, under load and over its restart, and new ones begin with the current build', async () => {
    await makeCurrent(deployment, b1);
    const load = startLoad();
    begun = [];
    for (const size of [4, 5, 6]) begun.push(await uploadInTheMiddle(deployment, size * mib));
    const webhook = await send(deployment, await deployment.connect(), 500);
    await until(() => webhook.receiver.received.length >= 2);
    await until(() => load.submitted.length >= 4);
    const tomorrow = { scheduledAt: new Date(Date.now() + 86_400_000) };
    const waiting = await deployment.submit(await deployment.connect(), tomorrow);

    other = await deployment.up('worker', b2, otherBuild());
    await makeCurrent(deployment, b2);
    // A worker that starts again has no run in its memory, and replays each from its history.
    await first!.end('SIGKILL');
    const before = load.submitted.length;
    first = await deployment.up('worker', b1);
    await until(() => load.submitted.length >= before + 4);
    await load.end();
    script(webhook.receiver, [200]);
    for (const { source } of begun.slice(0, 2)) source.resume();

    for (const halted of begun.slice(0, 2)) await expectResumed(deployment, halted);
    expect(await endOf(webhook, 60_000)).toMatchObject({ status: 'delivered' });
    await expectOneMessage(webhook);
    for (const assignment of load.submitted) {
      expect(await deployment.outcomeOf(assignment)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    }
    for (const { assignment } of begun) expect(await storyOf(deployment, runIdOf(assignment))).toEqual(ofFirst);
    expect(await storyOf(deployment, `webhook/${webhook.deliveryId}/1`)).toEqual(ofFirst);
    const stories = await Promise.all(load.submitted.map(async (one) => storyOf(deployment, runIdOf(one))));
    for (const story of stories) expect(story).toEqual(story.version === 'b1' ? ofFirst : ofOther);
    expect(stories.slice(before).at(-1)).toEqual(ofOther);
    expect(stories[0]).toEqual(ofFirst);
    // It has done nothing yet, so it will begin with the build that is the current one at its time.
    expect(await storyOf(deployment, runIdOf(waiting))).toMatchObject({ version: undefined });
  });

  it('the former build is made current again by the same command', async () => {
    await makeCurrent(deployment, b1);
    const assignment = await deployment.submit(await deployment.connect());
    expect(await deployment.outcomeOf(assignment)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect(await storyOf(deployment, runIdOf(assignment))).toEqual(ofFirst);
  });

  it('a run whose build is gone goes on in the current build, once an operator has terminated it', async () => {
    await makeCurrent(deployment, b2);
    const { assignment, source } = begun[2]!;
    await first!.end('SIGKILL');
    const runsOfFirst = `TemporalWorkerDeploymentVersion = "${workerDeployment}:b1" AND ExecutionStatus = "Running"`;
    const listed = async () => {
      const found = [];
      for await (const { workflowId } of deployment.temporal.client.workflow.list({ query: runsOfFirst }))
        found.push(workflowId);
      return found;
    };
    await until(async () => (await listed()).includes(runIdOf(assignment)));
    for (const workflowId of await listed()) await handleOf(deployment, workflowId).terminate('its build is gone');
    source.resume();
    await passTime(deployment.database, assignment.assignmentId, 61_000);
    await deployment.deps.reconcile('recent', () => undefined);

    const next = { ...assignment, generation: 2 };
    expect(await deployment.outcomeOf(next, 60_000)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect(await storyOf(deployment, runIdOf(next))).toEqual(ofOther);
  });

  it('none has met a history of the other one', () => {
    expect(complaintsOf(...deployment.started)).toEqual([]);
    expect([first, other].map((worker) => worker?.errors())).toEqual(['', '']);
  });
});

describe('without a build id, the same two builds', () => {
  const deployment = useDeployment();

  it('take each other’s runs, have no version, and so must be able to go on with each other', async () => {
    const first = await deployment.up('worker');
    const halted = await uploadInTheMiddle(deployment, 4 * mib);
    const runId = runIdOf(halted.assignment);
    await first.end('SIGKILL');
    const other = await deployment.up('worker', {}, otherBuild());
    halted.source.resume();
    const story = async () => storyOf(deployment, runId);
    await until(async () => (await story()).failures.some((message) => nondeterminism.test(message)));
    expect(await story()).toMatchObject({ version: undefined, isOfOther: false });
    await until(() => complaintsOf(other).length > 0);

    await other.end('SIGKILL');
    await deployment.up('worker');
    await expectResumed(deployment, halted);
    const { workflowService } = deployment.temporal.client;
    const { namespace } = deployment.temporal;
    expect((await workflowService.listWorkerDeployments({ namespace })).workerDeployments).toEqual([]);
  });
});
