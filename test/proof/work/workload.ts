import { WorkflowNotFoundError } from '@temporalio/client';
import { publishWorkflowId } from '../../../domain/workflowContract';
import { film } from '../../support/runs/publishing';
import { buyCredits } from './buying';
import type { Assignment } from '../caller';
import { changeAssignments } from './changes';
import { connectChannels } from './connecting';
import { dressPosts } from './dressing';
import { breakCalls, ordinaryFaults } from './faults';
import type { Struck } from './faults';
import { keepHouse } from './house';
import { invitePeople } from './inviting';
import { connectedKinds, assignmentsOf, twoUploadingKinds, uploadingKinds } from './assignments';
import { losePosts } from './losing';
import { kinds, nthKind, oneOfEachPlatform, wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import { assignmentIs, rowOf, runUntil, uploadBegun } from '../rows';
import type { MakeAssignment } from './assignments';
import type { Stage } from '../stage';
import { takePostsDown } from './takingDown';

const half = film.length / 2;
const paused = { bytes: film, pauseAfterBytes: half };

/**
 * A day of the service, small: assignments, changes, channels and housekeeping that together pass every failpoint, all at the
 * same time. Resolves when all that was to happen from outside has happened; the ends of the assignments are not waited for.
 * @param mark the beginning of the assignments' keys and titles
 */
export async function runWorkload(stage: Stage, mark: string, faults = ordinaryFaults): Promise<void> {
  const struck = await breakCalls(stage, faults);
  await Promise.all([
    publishAssignments(stage, mark, struck),
    changeAssignments(stage, mark, struck),
    dressPosts(stage, mark),
    losePosts(stage, mark),
    takePostsDown(stage, mark, struck),
    struck(connectedKinds[0]!.calls.renew).then(async () => connectChannels(stage, mark)),
    keepHouse(stage, mark),
    invitePeople(stage),
    buyCredits(stage),
  ]);
}

/** Nothing but an assignment of each kind, and nothing that goes wrong. */
export async function runAssignments(stage: Stage, mark: string): Promise<void> {
  const assignment = assignmentsOf(stage, mark);
  await Promise.all(
    kinds.map(async (kind, index) => {
      const audience = index % 2 ? 'unlisted' : 'public';
      return stage.create(assignment(wordsFor(kind), undefined, { audience, callbackUrl: stage.receiver.url })[0]);
    }),
  );
}

/** So many of the calls that publish are broken on each platform. */
const brokenCount = 4;
/** Every kind, and of each platform at least so many. */
const publicKinds = oneOfEachPlatform().flatMap(({ platform }) => {
  const own = kinds.filter((kind) => kind.platform === platform);
  return Array.from({ length: Math.max(brokenCount, own.length) }, (_, nth) => nthKind(nth, own));
});

/** An assignment that nothing happens to. */
export async function publishOneMore(stage: Stage, mark: string): Promise<void> {
  await stage.create(assignmentsOf(stage, mark)('afterwards', undefined, { audience: 'public' })[0]);
}

async function publishAssignments(stage: Stage, mark: string, struck: Struck): Promise<void> {
  const { expiring, revoked } = stage.connections;
  await expireTokens(stage);
  const assignment = assignmentsOf(stage, mark, publicKinds);
  const callbackUrl = stage.receiver.url;
  const cutOnce = (nth: number) => (nth === 1 ? { bytes: film, cutAfterBytes: half } : { bytes: film });
  const immediate = publicKinds.map(async (_kind, nth) => {
    const name = `public ${String.fromCharCode(65 + nth)}`;
    return stage.create(assignment(name, undefined, { audience: nth === 1 ? 'unlisted' : 'public', callbackUrl })[0]);
  });
  const uploading = assignmentsOf(stage, mark, uploadingKinds);
  const connected = assignmentsOf(stage, mark, connectedKinds);
  await Promise.all([
    ...immediate,
    redeliverOne(stage, immediate[0]!),
    stage.create(uploading('scheduled', cutOnce, { scheduledAt: new Date(Date.now() + 3000).toISOString() })[0]),
    stage.create(connected('expiring', undefined, { connectionId: expiring })[0]),
    failTwice(
      stage,
      connected('revoked', undefined, { connectionId: revoked, callbackUrl })[0],
      connected('failed at once', undefined, { connectionId: revoked, callbackUrl })[0],
    ),
    ...twoUploadingKinds().map(async (kind) => edit(stage, mark, kind, struck)),
    lose(stage, uploading('lost', paused)),
  ]);
}

/** One token is about to run out, the other has, and nothing renews it. */
async function expireTokens({ database, connections }: Stage): Promise<void> {
  const expire = `UPDATE connections SET token_status = 'valid', token_version = token_version + 1, renewal_lease_until = NULL,
                    token_expires_at = now() + $2 * interval '1 second' WHERE id = $1 RETURNING id`;
  await database.query(expire, [connections.expiring, 60]);
  await database.query(expire, [connections.revoked, -60]);
}

/** Two assignments for a channel whose grant was revoked: the first finds that out, and so the second fails as it is created. */
async function failTwice(stage: Stage, first: Assignment, second: Assignment): Promise<void> {
  await assignmentIs(stage, await stage.create(first), "status = 'failed'");
  await stage.create(second);
}

/** Asks for a webhook once more, when it has been delivered. */
async function redeliverOne({ database, ask }: Stage, created: Promise<string>): Promise<void> {
  const id = await created;
  const delivered = `SELECT id FROM webhook_deliveries WHERE assignment_id = $1 AND status = 'delivered' LIMIT 1`;
  const { id: deliveryId } = await rowOf<{ id: string }>('a webhook that has arrived', () =>
    database.query(delivered, [id]),
  );
  await ask('POST', `/api/v1/webhooks/deliveries/${deliveryId}/redeliver`);
}

/** Changes the title while the media is on its way: the title that the platform was sent then does not count. */
async function edit(stage: Stage, mark: string, kind: Kind, struck: Struck): Promise<void> {
  const make = assignmentsOf(stage, mark, [kind]);
  const [assignment, media] = make(`${kind.platform} edited`, paused, { callbackUrl: stage.receiver.url });
  const id = await stage.create(assignment);
  await uploadBegun(stage, id);
  const title = `${assignment.idempotencyKey}, edited`;
  const write = `UPDATE assignments SET payload = payload || jsonb_build_object($3::text, $2::text) WHERE id = $1 RETURNING id`;
  await stage.database.query(write, [id, title, kind.titleField]);
  await struck(kind.calls.publish);
  media.resume();
}

/** Ends the run behind the service's back: housekeeping is to find the assignment, and to start its next generation. */
async function lose(stage: Stage, [assignment, media]: ReturnType<MakeAssignment>): Promise<void> {
  const { database, client } = stage;
  const id = await stage.create(assignment);
  await uploadBegun(stage, id);
  const run = client.workflow.getHandle(publishWorkflowId({ assignmentId: id, generation: 1 }));
  await run.terminate('lost on purpose').catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
  const longAgo = `WITH started AS (UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1 AND dispatched_at IS NOT NULL)
                   UPDATE assignments SET updated_at = now() - interval '2 minutes' WHERE id = $1 AND generation = 1 RETURNING id`;
  await database.query(longAgo, [id]);
  await runUntil(stage, 'reconcile', async () => {
    await database.query(longAgo, [id]);
    return database.query('SELECT 1 FROM assignments WHERE id = $1 AND generation > 1', [id]);
  });
  media.resume();
  await assignmentIs(stage, id, 'generation > 1');
}
