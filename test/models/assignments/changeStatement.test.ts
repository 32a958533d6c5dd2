import { after } from '../../../domain/assignment/after';
import type { Change } from '../../../domain/assignment/change';
import { callbackEvents } from '../../../domain/webhook';
import { changeStatement } from '../../../models/assignments/store/changeStatement';
import type { Given } from '../../../models/assignments/store/changeStatement';
import { loadAssignment } from '../../../models/assignments/store/loadAssignment';
import type { Loaded } from '../../../models/assignments/store/loadAssignment';
import { changes } from '../../../models/assignments/store/storeChange';
import { walk } from '../../domain/assignment/walk';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { limits } from '../../support/limits';
import { useDatabase } from '../../support/servers/database';
import { use } from '../../support/use';
import { faultsOf, openClient } from '../faultsOf';

const database = useDatabase();
const client = use(async () => openClient(database.url));
const row = use(async () => {
  const workspace = await buildWorkspace();
  const channel = { ...workspace, ...(await buildConnection(workspace)) };
  const { assignmentId } = await buildAssignment(channel, {
    callbackUrl: 'https://caller.example/hook',
    callbackEvents: [...callbackEvents],
  });
  return (await loadAssignment(assignmentId, limits))!;
});

const source = { etag: null, lastModified: null, sizeBytes: 1 };
const session = { session: 's', source, contentType: 'video/mp4', sizeBytes: 1, sourceChanges: 0, staged: {} };
const given: Given = {
  callPayload: {},
  draft: { id: 'd', payload: {}, callId: 1 },
  post: { platformPostId: 'p', platformUrl: 'https://post.example/p' },
};
/** The facts that callers and transfers give beside an event. */
const besides: Readonly<Record<string, Given>> = {
  'nothing more': {},
  'a session': { medium: { item: 0, session } },
  'an object': { medium: { item: 0, object: { objectId: 'o', source } } },
  'a newer medium': { medium: { item: 0, spare: { session: 's', objectId: null, source } } },
  'all newer media': { takesNewer: true },
  'columns of a caller': { columns: { payload: {}, media_warnings: null } },
};

interface Case {
  loaded: Pick<Loaded, 'assignment' | 'now'>;
  change: Change;
}

/** Changes with different consequences, each once, from a walk through all states of a post without media. */
function differentChanges(): Case[] {
  const found = new Map<string, Case>();
  walk(false, (assignment, event, now) => {
    const change = after(assignment, event, now);
    const { call, moves, credits, runs, givesUpPlace, failedTry } = change;
    const { cleanup, removal, media, draft } = change.assignment;
    const follows = [call, moves, credits, runs.map(({ order }) => order), givesUpPlace, failedTry === null];
    const key = JSON.stringify([
      ...follows,
      assignment.status,
      assignment.cleanup,
      cleanup,
      assignment.removal?.state,
      removal?.state,
      media.state,
      draft.payload,
    ]);
    if (!change.isVoid && !found.has(key)) found.set(key, { loaded: { assignment, now }, change });
    return change;
  });
  return [...found.values()];
}

const cases = differentChanges();

it('the walk leads to changes of many forms', () => expect(cases.length).toBeGreaterThan(100));

it.each(Object.entries(besides))(
  'PostgreSQL takes each text that stores a change, with its parameters: %s beside',
  async (_what, beside) => {
    const asked = new Set<string>();
    for (const { loaded, change } of cases) {
      const { text, values } = changeStatement({ ...row, ...loaded }, change, { ...given, ...beside });
      const statement = changes(text);
      if (asked.has(statement.text)) continue;
      asked.add(statement.text);
      expect(await faultsOf(client, statement)).toEqual([]);
      // The process itself knows the others.
      const bound = statement.parameters.filter(({ read }) => !read).map(({ name }) => name);
      expect(Object.keys(values).toSorted()).toEqual(bound.toSorted());
    }
    expect(asked.size).toBeGreaterThan(20);
  },
);
