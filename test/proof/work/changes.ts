import { publishWorkflowId } from '../../../domain/workflowContract';
import { film } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { assignmentIs, rowOf, uploadBegun } from '../rows';
import type { Stage } from '../stage';
import { kinds, oneOfEachPlatform } from '../../kinds';
import type { Kind } from '../../kinds';
import { assignmentsOf, twoUploadingKinds, updatableKinds } from './assignments';
import type { Struck } from './faults';
import { patienceMs } from '../patience';

const hourMs = 3_600_000;
/** Never whole before it is resumed: a platform may keep each byte of a connection that is cut, and go on from there. */
const paused = { bytes: film, pauseAtByte: film.length / 3 };

/** Changes assignments as callers do: each change is repeated until it is answered, for an answer may be lost. */
export async function changeAssignments(stage: Stage, mark: string, struck: Struck): Promise<void> {
  await Promise.all([
    putForward(stage, mark),
    ...[cancel, cancelRun, editPrepared, retry].flatMap((change) =>
      twoUploadingKinds().map(async (kind) => change(stage, mark, kind)),
    ),
    ...kindsOfSeveral.map(async (kind) => cancelBetween(stage, mark, kind)),
    // It has to be published first.
    ...oneOfEachPlatform(updatableKinds).map(async (kind) =>
      struck(kind.calls.publish).then(async () => updatePublished(stage, mark, kind)),
    ),
  ]);
}

/** Cancels an assignment in the middle of its upload. */
async function cancel(stage: Stage, mark: string, kind: Kind): Promise<void> {
  const [assignment, media] = assignmentsOf(stage, mark, [kind])(`${kind.platform} cancelled`, paused, {
    callbackUrl: stage.receiver.url,
  });
  const id = await stage.create(assignment);
  await uploadBegun(stage, id);
  await stage.ask('DELETE', `/api/v1/assignments/${id}`);
  await assignmentIs(stage, id, `status = 'cancelled' AND cleanup <> 'due'`);
  media.resume();
}

const kindsOfSeveral = kinds.filter(({ mediaCount }) => mediaCount > 1);

/** Cancels a post of several media while the last is on its way: each earlier medium is to be removed by a call. */
async function cancelBetween(stage: Stage, mark: string, kind: Kind): Promise<void> {
  const bytes = kind.media(film.length);
  const source = (_nth: number, item: number) =>
    item + 1 < kind.mediaCount ? { bytes } : { bytes, pauseAtByte: bytes.length / 3 };
  const overrides = { audience: 'public', callbackUrl: stage.receiver.url } as const;
  const [assignment, media] = assignmentsOf(stage, mark, [kind])(
    `${kind.platform} several cancelled`,
    source,
    overrides,
  );
  const id = await stage.create(assignment);
  const arrived = 'SELECT 1 FROM uploads WHERE assignment_id = $1 AND object_id IS NOT NULL OFFSET $2';
  await rowOf(`media of ${id}`, () => stage.database.query(arrived, [id, kind.mediaCount - 2]));
  await stage.ask('DELETE', `/api/v1/assignments/${id}`);
  await assignmentIs(stage, id, `status = 'cancelled' AND cleanup <> 'due'`);
  media.resume();
}

/** An operator cancels the run itself, where Temporal shows it: the assignment ends with it. */
async function cancelRun(stage: Stage, mark: string, kind: Kind): Promise<void> {
  const [assignment, media] = assignmentsOf(stage, mark, [kind])(`${kind.platform} called off`, paused, {
    callbackUrl: stage.receiver.url,
  });
  const id = await stage.create(assignment);
  await uploadBegun(stage, id);
  await stage.client.workflow.getHandle(publishWorkflowId({ assignmentId: id, generation: 1 })).cancel();
  await assignmentIs(stage, id, `status = 'cancelled' AND cleanup <> 'due'`);
  media.resume();
}

/** An assignment that waits for its time is to be published now: another run takes over. */
async function putForward(stage: Stage, mark: string): Promise<void> {
  const scheduledAt = new Date(Date.now() + hourMs).toISOString();
  const id = await stage.create(assignmentsOf(stage, mark)('put forward', undefined, { scheduledAt })[0]);
  await stage.ask('PATCH', `/api/v1/assignments/${id}`, { scheduledAt: null });
  await assignmentIs(stage, id, 'generation = 2');
}

/** A post that is prepared gets another title, its source other media, and then its time comes. */
async function editPrepared(stage: Stage, mark: string, kind: Kind): Promise<void> {
  let isChanged = false;
  const source = () => ({ bytes: isChanged ? film.subarray(0, film.length / 2) : film });
  const ahead = { scheduledAt: new Date(Date.now() + hourMs).toISOString(), prepareAheadSeconds: (2 * hourMs) / 1000 };
  const [assignment] = assignmentsOf(stage, mark, [kind])(`${kind.platform} prepared`, source, ahead);
  const id = await stage.create(assignment);
  await untilPrepared(stage, id);
  isChanged = true;
  await stage.ask('PATCH', `/api/v1/assignments/${id}`, {
    payload: { [kind.titleField]: `${assignment.idempotencyKey}, edited` },
  });
  const scheduledAt = new Date(Date.now() + 3000).toISOString();
  await stage.ask('PATCH', `/api/v1/assignments/${id}`, { scheduledAt });
  await assignmentIs(stage, id, 'generation >= 3');
}

/** A preparation that fails waits for minutes; an edit lets it be tried again at once. */
async function untilPrepared(stage: Stage, id: string): Promise<void> {
  const find = `SELECT prepared_at IS NOT NULL AS "isPrepared", prepare_again_at IS NOT NULL AS "isWaiting" FROM assignments WHERE id = $1`;
  const isPrepared = async (): Promise<boolean> => {
    const [assignment] = await stage.database.query<{ isPrepared: boolean; isWaiting: boolean }>(find, [id]);
    const scheduledAt = new Date(Date.now() + hourMs).toISOString();
    if (assignment?.isWaiting) await stage.ask('PATCH', `/api/v1/assignments/${id}`, { scheduledAt });
    return assignment?.isPrepared ?? false;
  };
  await until(isPrepared, { limitMs: patienceMs, wanted: `assignment ${id} is prepared`, stepMsMax: 200 });
}

/** Takes an assignment up again that has failed for want of its media. */
async function retry(stage: Stage, mark: string, kind: Kind): Promise<void> {
  let isThere = false;
  const sometime = () => (isThere ? { bytes: film } : { status: 404 });
  const make = assignmentsOf(stage, mark, [kind]);
  const [assignment] = make(`${kind.platform} retried`, sometime, { callbackUrl: stage.receiver.url });
  const id = await stage.create(assignment);
  await assignmentIs(stage, id, `status = 'failed'`);
  isThere = true;
  await stage.ask('POST', `/api/v1/assignments/${id}/retry`);
  await assignmentIs(stage, id, 'generation = 2');
}

/** Changes a post: once in a way that the platform refuses, once in a way that the platform takes. */
async function updatePublished(stage: Stage, mark: string, kind: Kind): Promise<void> {
  const [assignment] = assignmentsOf(stage, mark, [kind])(`${kind.platform} updated`, undefined, {
    audience: 'public',
  });
  const id = await stage.create(assignment);
  await assignmentIs(stage, id, `status = 'published'`);
  const update = async (payload: object, isDone: (status: number, message: string) => boolean): Promise<void> => {
    let answered = '';
    const isAnswered = async (): Promise<boolean> => {
      const change = { payload, updatePublished: true };
      const { status, body } = await stage.ask('PATCH', `/api/v1/assignments/${id}`, change);
      answered = `${status} ${JSON.stringify(body)}`;
      return isDone(status, JSON.stringify(body));
    };
    const patience = { limitMs: patienceMs, wanted: `the change of ${id} is answered`, stepMsMax: 500 };
    await until(isAnswered, patience).catch((error: unknown) => {
      throw new Error(`${String(error)}, but ${answered}`, { cause: error });
    });
  };
  const isRefused = (status: number, message: string) => status === 409 && !/under way|overtaken/.test(message);
  if (kind.refusedUpdate) await update(kind.refusedUpdate, isRefused);
  await update({ [kind.titleField]: `${assignment.idempotencyKey}, again` }, (status) => status === 200);
}
