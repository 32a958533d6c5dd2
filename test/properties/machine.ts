import { createLooks } from '../../api/assignments/validateFiles';
import { createHostTurns } from '../../api/hostTurns';
import { createFigureTurns } from '../../api/stats/figureTurns';
import { createKnownChannels } from '../../api/assignments/knownChannels';
import { pino } from 'pino';
import { cancelAssignment } from '../../api/assignments/cancelAssignment';
import { createAssignment } from '../../api/assignments/createAssignment';
import { retryAssignment } from '../../api/assignments/retryAssignment';
import { updateAssignment } from '../../api/assignments/updateAssignment';
import { updateConnection } from '../../api/connections/updateConnection';
import { createFailureLimit } from '../../api/users/failureLimit';
import type { AppDeps } from '../../api/deps';
import { publishWorkflowId } from '../../domain/workflowContract';
import { ApiError, InsufficientCredits } from '../../api/http/errors';
import type { Payload } from '../../domain/payload';
import { createMetrics } from '../../lib/metrics';
import { createFileStore } from '../../lib/mediaStore/fileStore';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import { Assignment } from '../../models/Assignment';
import { Draft } from '../../models/Draft';
import { endCleanup } from '../../models/endCleanup';
import { startNextGeneration } from '../../models/assignmentRuns';
import { PublishAttempt } from '../../models/PublishAttempt';
import { passToPublished, transitionAssignment } from '../../models/transition';
import { ImpossibleTransition } from '../../models/obstacle';
import type { Target, TransitionOutcome } from '../../models/obstacle';
import { Upload } from '../../models/Upload';
import { blockingOf } from '../support/attempts';
import { facebookSettings } from '../support/facebook';
import { youtubeSettings } from '../support/youtube';
import { createWatching } from '../../api/assignments/watching';
import { createPlatforms } from '../../platforms';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import type { TestDatabase } from '../support/database';
import { openMediaProbe } from '../support/mediaProbe';
import { createStripePayments } from '../../lib/payments/stripe';
import { paymentSettings } from '../support/payments';
import { testPasswords, testSecrets, testSessions } from '../support/secrets';
import type { Aim, Job, Step, Time } from './machineWorld';
import { noteMediaAnew, notePrepared, postponePreparation, prepareAnew } from '../../models/preparation';
import { Tenant } from '../../models/Tenant';

const nowhere = 'http://127.0.0.1:9';
/** What each time of the model is here. */
export const times: Record<Time, Date | null> = {
  now: null,
  past: new Date('2026-01-01T00:00:00Z'),
  later: new Date(Date.now() + 30 * 86_400_000),
};
const loss = { code: 'PROCESSING_FAILED', message: 'It is lost.' } as const;
const post = { platformPostId: 'video', platformUrl: 'https://www.youtube.com/watch?v=video' };

/** The dependencies of the API's use cases: real but for Temporal, which nobody asks. */
export function machineDeps({ sequelize }: TestDatabase): AppDeps {
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
    logger: pino({ level: 'silent' }),
    sequelize,
    platforms: createPlatforms({ youtube: youtubeSettings(nowhere), facebook: facebookSettings(nowhere) }),
    dispatch: () => undefined,
    completeTicket: async () => undefined,
    findRun: async (job) => ({ workflowId: publishWorkflowId(job), runId: null, url: null }),
    secrets: testSecrets,
    sessions: testSessions,
    passwords: testPasswords,
    payments: createStripePayments(paymentSettings(nowhere)),
    failureLimit: createFailureLimit(pino({ level: 'silent' })),
    safeFetch: createSafeFetch({ allow: [] }),
    mediaProbe: openMediaProbe(),
    looks: createLooks(),
    hostTurns: createHostTurns(),
    knownChannels: createKnownChannels(),
    figureTurns: createFigureTurns(1),
    mediaStore: createFileStore('nowhere'),
    tus: async () => new Response(),
    watching: createWatching({ databaseUrl: nowhere, logger: pino({ level: 'silent' }) }),
    consoleFiles: { folder: '', page: '', names: new Set() },
    metrics: createMetrics(),
  };
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** A workspace with one channel: takes the steps of the model on PostgreSQL, by the functions of the service. */
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
      prepareAheadSeconds: 0,
      callbackUrl: 'https://caller.example/hook',
      idempotencyKey: null,
      externalId: null,
    });
    ids.push(made.assignment.id);
    return 'created';
  }

  async function onJob(id: string, step: Exclude<Step, { do: 'create' | 'activate' }>, at: Aim): Promise<unknown> {
    if ('behind' in step) return work(id, step, at);
    switch (step.do) {
      case 'retitle':
        await updateAssignment.run(context, { assignmentId: id, payload: { title: step.title } });
        return 'edited';
      case 'reschedule':
        await updateAssignment.run(context, { assignmentId: id, scheduledAt: times[step.time] });
        return 'edited';
      case 'cancel':
        await cancelAssignment.run(context, { assignmentId: id });
        return 'cancelled';
      case 'retry':
        await retryAssignment.run(context, { assignmentId: id });
        return 'pending';
    }
  }

  return {
    /** Its assignments, oldest first. */
    ids,
    /** @returns the answer in the words of the model; undefined where there is no job */
    take: async (step: Step, at: Aim | undefined): Promise<unknown> => {
      try {
        if (step.do === 'create') return await create(step.time);
        if (step.do === 'activate') {
          await updateConnection.run(context, { connectionId, isActive: step.isActive });
          return 'changed';
        }
        if (!at) return undefined;
        const id = ids[at.index];
        return id === undefined ? undefined : await onJob(id, step, at);
      } catch (error) {
        if (error instanceof ApiError) return error.code;
        if (error instanceof InsufficientCredits) return 'INSUFFICIENT_CREDITS';
        if (error instanceof ImpossibleTransition) return 'impossible';
        throw error;
      }
    },
    /** The whole of what the model knows, as the database has it. */
    read: async () => readWorld(database, workspaceId, ids),
  };
}

type WorkStep = Extract<Step, { behind: number }>;

/** A worker's step for the generation it was started for: the newest, or an earlier one that is late. */
async function work(id: string, step: WorkStep, { generation, status, session }: Aim): Promise<unknown> {
  const fence = { assignmentId: id, generation };
  switch (step.do) {
    case 'move':
      return move(id, generation, step.to === 'published' ? { to: step.to, post } : { to: step.to });
    case 'fail':
      return move(id, generation, { to: 'failed', error: { code: step.code, message: 'It failed.' } });
    case 'openSession': {
      const source = { etag: null, lastModified: null, sizeBytes: 1 };
      const next = {
        session: step.session,
        source,
        contentType: 'video/mp4',
        sizeBytes: 1,
        sourceChanges: 0,
        staged: await payloadOf(id),
      };
      return Upload.storeSession({ ...fence, item: 0 }, { ...next, replaced: session });
    }
    case 'storeObject':
      return Upload.storeObject({ ...fence, item: 0 }, 'video');
    case 'stage':
      return stage(fence, await payloadOf(id));
    case 'postpone':
      return (await postponePreparation(fence, { code: 'MEDIA_INVALID', message: 'Not yet.' })) !== null;
    case 'prepared':
      return notePrepared(fence);
    case 'prepareAnew':
      return (await prepareAnew(fence, step.isLost ? loss : null)) !== null;
    case 'mediaAnew':
      return noteMediaAnew(fence);
    case 'callToPublish': {
      const attempt = { ...fence, step: 'publish', payload: {}, leaseSeconds: 60 } as const;
      return (await PublishAttempt.begin(attempt)) !== null;
    }
    case 'noteOutcome': {
      const blocking = await blockingOf(id);
      if (blocking?.step === 'publish' && blocking.result === null) await end(blocking.id, step.outcome);
      return undefined;
    }
    case 'findPublished':
      return answerOf((await passToPublished(id, generation, post)).outcome);
    case 'cleanUp':
      await endCleanup(id, generation, { outcome: step.outcome });
      return undefined;
    case 'repair': {
      const isOver = ['published', 'failed', 'cancelled'].includes(status);
      return !isOver && (await startNextGeneration(id, generation, status)).length > 0;
    }
  }
}

/** The whole of a call that stages: its lease, and what is noted of it. */
async function stage(fence: { assignmentId: string; generation: number }, payload: Payload): Promise<boolean> {
  const attemptId = await PublishAttempt.begin({ ...fence, step: 'stage', payload, leaseSeconds: 60 });
  return attemptId !== null && (await Draft.store({ ...fence, attemptId }, null, payload)) === 'noted';
}

async function payloadOf(id: string): Promise<Payload> {
  return (await Assignment.findByPk(id, { raw: true, rejectOnEmpty: true })).payload;
}

async function end(attemptId: number, outcome: 'happened' | 'notHappened'): Promise<void> {
  if (outcome === 'happened') await PublishAttempt.succeed(attemptId, post);
  else await PublishAttempt.refute(attemptId);
}

async function move(id: string, generation: number, target: Target): Promise<unknown> {
  return answerOf(await transitionAssignment(id, generation, target));
}

/** An outcome in the words of the model. */
function answerOf({ kind, ...more }: TransitionOutcome): unknown {
  if (kind === 'notDue' || kind === 'unprepared') return { kind };
  const parts = Object.entries(more).filter(([name]) => name !== 'outboxIds');
  return { kind, ...Object.fromEntries(parts.map(([name, value]) => [name, codeOf(value)])) };
}

function codeOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'code' in value ? value.code : value;
}

async function readWorld({ query }: TestDatabase, workspaceId: string, ids: readonly string[]) {
  const about = 'WHERE assignment_id = a.id';
  const jobs = await query<Omit<Job, 'reached' | 'isStaging' | 'time'> & { scheduledAt: Date | null }>(
    `SELECT CASE WHEN prepare_again_at > clock_timestamp() THEN 'still' WHEN prepare_again_at IS NOT NULL THEN 'over' END AS waits,
       prepared_at IS NOT NULL AS "isPrepared", is_media_due AS "isMediaDue", status, generation, payload->>'title' AS title, scheduled_at AS "scheduledAt", errors->0->>'code' AS error, cleanup,
       array(SELECT generation || ' ' || status FROM assignment_events ${about} ORDER BY id) AS timeline,
       array(SELECT type FROM credit_entries ${about} ORDER BY seq) AS credits,
       array(SELECT event FROM webhook_deliveries ${about} ORDER BY seq) AS webhooks,
       array(SELECT kind || ' ' || generation FROM outbox WHERE subject_id = a.id ORDER BY id) AS orders,
       (SELECT jsonb_build_object('session', session, 'object', object_id) FROM uploads ${about}) AS upload,
       (SELECT payload->>'title' FROM drafts ${about}) AS staged,
       array(SELECT outcome FROM publish_attempts ${about} ORDER BY id) AS attempts
     FROM assignments a WHERE workspace_id = $1 ORDER BY array_position($2::uuid[], id)`,
    [workspaceId, ids],
  );
  const [account] = await query<{ balance: number; isActive: boolean; sum: number }>(
    `SELECT monthly_credits - held - posted + purchased AS balance, is_active AS "isActive",
       (SELECT coalesce(sum(amount), 0)::int FROM credit_entries WHERE workspace_id = $1) AS sum
     FROM credit_accounts JOIN connections USING (workspace_id) WHERE workspace_id = $1`,
    [workspaceId],
  );
  return { ...account!, jobs: jobs.map(({ scheduledAt, ...job }) => ({ ...job, time: timeOf(scheduledAt) })) };
}

function timeOf(at: Date | null): Time | undefined {
  return (Object.keys(times) as Time[]).find((time) => times[time]?.getTime() === at?.getTime());
}
