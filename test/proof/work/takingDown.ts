import type { RemovalMode } from '../../../domain/platform';
import type { Kind } from '../../kinds';
import { backdatePost } from '../../support/runs/backdatePost';
import { film } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { patienceMs } from '../patience';
import { rowOf } from '../rows';
import type { Stage } from '../stage';
import type { Struck } from './faults';
import { assignmentOf, removableKinds, removalModesOf } from './assignments';

/** Takes a public post of each platform down, in each way. A removal that has failed is asked for once more, as a caller does. */
export async function takePostsDown(stage: Stage, mark: string, struck: Struck): Promise<void> {
  await Promise.all(
    // They have to be published first.
    removableKinds.flatMap((kind) =>
      removalModesOf(kind).map(async (mode) =>
        struck(kind.calls.publish).then(async () => takeDown(stage, mark, kind, mode)),
      ),
    ),
  );
}

const readEnd = `SELECT removal->>'state' AS state FROM assignments WHERE id = $1 AND removal->>'state' <> 'due'`;

/** Those who delete want to hear of it. */
const asksFor: Record<RemovalMode, object> = { delete: { callbackEvents: ['removal'] }, private: {} };

async function takeDown(stage: Stage, mark: string, kind: Kind, mode: RemovalMode): Promise<void> {
  const key = `${mark} ${kind.platform} taken down by ${mode}`;
  const media = { bytes: kind.media(film.length) };
  const wishes = { callbackUrl: stage.receiver.url, callbackStatuses: ['published'], ...asksFor[mode] };
  const id = await stage.create(assignmentOf(stage, kind, key, media, { audience: 'public', ...wishes })[0]);
  await rowOf(`a public post of ${id}`, async () => backdatePost(stage.database, id));
  const isDone = async (): Promise<boolean> => {
    const { status, body } = await stage.ask('POST', `/api/v1/assignments/${id}/unpublish`, { mode });
    if (status !== 200 && status !== 202) throw new Error(`the wish for ${id}: ${status} ${JSON.stringify(body)}`);
    const ended = () => stage.database.query<{ state: string }>(readEnd, [id]);
    return (await rowOf(`the end of the removal of ${id}`, ended)).state === 'done';
  };
  await until(isDone, { limitMs: patienceMs, wanted: `the post of ${id} is taken down`, stepMsMax: 500 });
}
