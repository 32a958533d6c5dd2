import { createLooks } from '../../api/assignments/validate/validateFiles';
import { createHostTurns } from '../../api/hostTurns';
import { createFigureTurns } from '../../api/stats/figureTurns';
import { createKnownChannels } from '../../api/assignments/knownChannels';
import { pino } from 'pino';
import { cancelAssignment } from '../../api/assignments/cancelAssignment';
import { createAssignment } from '../../api/assignments/create/createAssignment';
import { retryAssignment } from '../../api/assignments/retryAssignment';
import { updateAssignment } from '../../api/assignments/edit/updateAssignment';
import { updateConnection } from '../../api/connections/updateConnection';
import { createFailureLimit } from '../../api/users/failureLimit';
import type { AppDeps } from '../../api/appDeps';
import { publishWorkflowId } from '../../domain/workflowContract';
import { ApiError, InsufficientCredits } from '../../api/http/errors';
import type { Payload } from '../../domain/payload/payload';
import { createMetrics } from '../../lib/metrics';
import { createFileStore } from '../../lib/mediaStore/fileStore';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import { Assignment } from '../../models/assignments/Assignment';
import { endCleanup } from '../support/runs/reports';
import { record } from '../../models/assignments/store/record';
import { answerCall, beginCall, blockingOf } from '../support/runs/attempts';
import { facebookSettings } from '../support/platforms/facebook';
import { youtubeSettings } from '../support/platforms/youtube';
import { createWatching } from '../../api/assignments/watch/watching';
import { createPlatforms } from '../../platforms';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import type { TestDatabase } from '../support/servers/database';
import { openMediaProbe } from '../support/media/mediaProbe';
import { openPictureMaker } from '../support/media/pictureMaker';
import { paymentDeps } from '../support/payments';
import { testPasswords, testSecrets, testSessions } from '../support/secrets';
import { limits } from '../support/limits';
import { openSession, storeObject } from '../support/runs/transfers';
import { ofWork } from './eventsOfSteps';
import type { WorkStep } from './eventsOfSteps';
import type { Aim, Step, Time } from './life';
import { prepareAheadSeconds, times } from './times';
import { Tenant } from '../../models/database/Tenant';

const nowhere = 'http://127.0.0.1:9';
export const post = { platformPostId: 'video', platformUrl: 'https://www.youtube.com/watch?v=video' };

/** The dependencies of the API's use cases: real but for Temporal, which no use case asks. */
export function machineDeps({ sequelize }: TestDatabase): AppDeps {
  const logger = pino({ level: 'silent' });
  const metrics = createMetrics();
  return {
    config: {
      baseUrl: nowhere,
      consoleUrl: nowhere,
      idempotencyHoldUntil: null,
      freePlanCredits: 500,
      mcpHosts: [],
      mcpOrigins: [],
      outboundAllow: [],
      prepareAheadSeconds: 0,
      rateLimitPerMinute: 1,
      trustProxy: 0,
      uploadQuotaBytes: 0,
    },
    logger,
    sequelize,
    platforms: createPlatforms({ youtube: youtubeSettings(nowhere), facebook: facebookSettings(nowhere) }),
    dispatch: () => undefined,
    completeTicket: async () => undefined,
    findRun: async (assignment) => ({
      workflowId: publishWorkflowId(assignment),
      runId: null,
      url: null,
      runsUrl: null,
    }),
    runPage: () => null,
    secrets: testSecrets,
    sessions: testSessions,
    passwords: testPasswords,
    ...paymentDeps(nowhere, { logger, metrics }),
    failureLimit: createFailureLimit(logger),
    safeFetch: createSafeFetch({ allow: [] }),
    mediaProbe: openMediaProbe(),
    pictureMaker: openPictureMaker(),
    looks: createLooks(),
    hostTurns: createHostTurns(),
    knownChannels: createKnownChannels(),
    figureTurns: createFigureTurns(1),
    mediaStore: createFileStore('nowhere'),
    tus: async () => new Response(),
    importSoon: () => undefined,
    watching: createWatching({ databaseUrl: nowhere, logger }),
    consoleFiles: { folder: '', page: '', names: new Set() },
    callerPages: [],
    metrics,
  };
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** A workspace with one channel: takes steps on PostgreSQL, by the functions of the service. */
export async function openMachine(database: TestDatabase, deps: AppDeps, credits: number) {
  const workspace = await buildWorkspace({ credits });
  const { workspaceId } = workspace;
  const { connectionId } = await buildConnection(workspace);
  const principal = { kind: 'apiKey', tenant: new Tenant(workspaceId, null) } as const;
  const context = { deps, principal, requestId: 'test' };
  const ids: string[] = [];

  async function create(time: Time): Promise<string> {
    const made = await createAssignment.run(context, {
      connectionId,
      type: 'video',
      payload: { title: 'first' },
      mediaUrl: 'https://media.example/film.mp4',
      mediaContentType: null,
      mediaSizeBytes: null,
      scheduledAt: times[time],
      prepareAheadSeconds,
      callbackUrl: 'https://caller.example/hook',
      callbackEvents: null,
      callbackStatuses: null,
      idempotencyKey: null,
      externalId: null,
    });
    ids.push(made.assignment.id);
    return 'created';
  }

  async function onAssignment(id: string, step: Exclude<Step, { do: 'create' | 'activate' }>, at: Aim): Promise<void> {
    if ('behind' in step) return work(id, step, at);
    switch (step.do) {
      case 'retitle':
        await updateAssignment.run(context, { assignmentId: id, payload: { title: step.title } });
        return;
      case 'reschedule':
        await updateAssignment.run(context, { assignmentId: id, scheduledAt: times[step.time] });
        return;
      case 'cancel':
        return cancelAssignment.run(context, { assignmentId: id });
      case 'retry':
        await retryAssignment.run(context, { assignmentId: id });
    }
  }

  return {
    /** Its assignments, oldest first. */
    ids,
    /** Takes a step on the newest assignment; a step that is refused changes nothing. */
    take: async (step: Step, at: Aim): Promise<void> => {
      try {
        if (step.do === 'create') await create(step.time);
        else if (step.do === 'activate') await updateConnection.run(context, { connectionId, isActive: step.isActive });
        else await onAssignment(ids.at(-1)!, step, at);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof InsufficientCredits)) throw error;
      }
    },
    /** The assignments and the credits as they are now. */
    read: async () => readWorld(database, workspaceId, ids),
  };
}

/** A worker's step for the generation it was started for: the newest, or an earlier generation of a late worker. */
async function work(id: string, step: WorkStep, { generation, session }: Aim): Promise<void> {
  const fence = { assignmentId: id, generation };
  switch (step.do) {
    case 'move':
    case 'fail':
    case 'postpone':
    case 'prepared':
    case 'prepareAnew':
    case 'repair':
      await record(id, limits, (assignment, now) => ofWork(step, generation, assignment, now), { post });
      return;
    case 'openSession': {
      const source = { etag: null, lastModified: null, sizeBytes: 1 };
      const about = { source, contentType: 'video/mp4', sizeBytes: 1, sourceChanges: 0, staged: await payloadOf(id) };
      await openSession({ ...fence, item: 0 }, { ...about, session: step.session, replaced: session });
      return;
    }
    case 'storeObject':
      await storeObject({ ...fence, item: 0 }, 'video');
      return;
    case 'stage':
      return stage(fence, await payloadOf(id));
    case 'callToPublish':
      await beginCall(fence);
      return;
    case 'noteOutcome': {
      const blocking = await blockingOf(id);
      if (blocking?.step !== 'publish' || blocking.result !== null) return;
      if (step.outcome === 'notHappened') await answerCall(fence, blocking.id, 'refused');
      else await record(id, limits, () => ({ is: 'answered', answer: 'live' }), { post });
      return;
    }
    case 'cleanUp':
      await endCleanup(id, generation, { outcome: step.outcome });
  }
}

/** The whole of a call that stages: its lease, and the draft noted of it. */
async function stage(fence: { assignmentId: string; generation: number }, payload: Payload): Promise<void> {
  const callId = await beginCall({ ...fence, step: 'stage', payload });
  if (callId === null) return;
  const made = { is: 'made', what: 'draft', by: fence.generation, draft: 'none' } as const;
  await record(fence.assignmentId, limits, (_assignment, _now, facts) => (facts.earlier?.id === callId ? made : null), {
    draft: { id: null, payload, callId },
  });
}

async function payloadOf(id: string): Promise<Payload> {
  return (await Assignment.findByPk(id, { raw: true, rejectOnEmpty: true })).payload;
}

async function readWorld({ query }: TestDatabase, workspaceId: string, ids: readonly string[]) {
  const about = 'WHERE assignment_id = a.id';
  const assignments = await query<AssignmentRecord>(
    `SELECT payload->>'title' AS title,
       array(SELECT generation || ' ' || status FROM assignment_events ${about} ORDER BY id) AS timeline,
       array(SELECT type FROM credit_entries ${about} ORDER BY seq) AS credits,
       array(SELECT event FROM webhook_deliveries ${about} ORDER BY seq) AS webhooks,
       array(SELECT kind || ' ' || generation FROM outbox WHERE subject_id = a.id ORDER BY id) AS orders,
       (SELECT session FROM uploads ${about}) AS session
     FROM assignments a WHERE workspace_id = $1 ORDER BY array_position($2::uuid[], id)`,
    [workspaceId, ids],
  );
  const [account] = await query<{ balance: number; isActive: boolean; sum: number }>(
    `SELECT monthly_credits - held - posted + purchased AS balance, is_active AS "isActive",
       (SELECT coalesce(sum(amount), 0)::int FROM credit_entries WHERE workspace_id = $1) AS sum
     FROM credit_accounts JOIN connections USING (workspace_id) WHERE workspace_id = $1`,
    [workspaceId],
  );
  return { ...account!, assignments };
}

/** Facts of an assignment beyond its snapshot. */
interface AssignmentRecord {
  title: string;
  /** `<generation> <status>` */
  timeline: string[];
  credits: ('hold' | 'charge' | 'release')[];
  webhooks: string[];
  /** `<order> <generation>` for its runs. */
  orders: string[];
  session: string | null;
}
