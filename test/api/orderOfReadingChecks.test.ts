import { randomUUID } from 'node:crypto';
import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { use } from '../support/use';
import { buildCallers } from '../tenancy/things';
import { credential, describeOrder, malformedId, malformedQuery, membership, unknownId } from './faults';
import type { Cell, Fault, Operation } from './faults';

const app = useApp();

/** A workspace with a channel and a post. */
const scene = use(async () => {
  const { tenant, credentials } = await buildCallers();
  const { workspaceId } = tenant;
  const { connectionId } = await buildConnection(tenant);
  const { assignmentId } = await buildAssignment({ workspaceId, connectionId });
  const post = await buildAssignment({ workspaceId, connectionId }, { status: 'published', platformPostId: 'seen' });
  const ids = { connection: connectionId, assignment: assignmentId, published: post.assignmentId };
  return { ids, credentials };
});

/** A read at a path, with the right query for it. */
const read = (
  path: string,
  right: () => string = () => '',
): Pick<Operation, 'method' | 'path' | 'draft' | 'answer'> => ({
  method: 'GET',
  path: ({ query = right() }) => path + query,
  draft: (caller) => ({ caller, id: '', headers: {} }),
  answer: /^200 /,
});
const readOne = (path: string, id: () => string): Pick<Operation, 'method' | 'path' | 'draft' | 'answer'> => ({
  method: 'GET',
  path: (draft) => path.replace('{id}', draft.id) + (draft.query ?? ''),
  draft: (caller) => ({ caller, id: id(), headers: {} }),
  answer: /^200 /,
});

/** The fault of a filter that names an unknown object. */
const unknownIn = (name: string, what: string): Fault => ({
  name: `an unknown ${what} in the query`,
  part: 'filter',
  answer: new RegExp(`^404 There is no such ${what}`),
  spoil: (draft) => (draft.query = `${draft.query === undefined ? '?' : `${draft.query}&`}${name}=${randomUUID()}`),
});
const unknownPlatform: Fault = {
  name: 'an unknown platform',
  part: 'id',
  answer: /^404 There is no such platform/,
  spoil: (draft) => (draft.id = 'myspace'),
};

/** The membership faults for any member: no role is too low. */
const memberOnly = membership.slice(0, 2);
const wrongLimit = malformedQuery('?limit=0');
const wrongDays = malformedQuery('?days=0');
const wrongDate = malformedQuery('?dateFrom=soon');

const post = () => scene.ids.assignment;
const published = () => scene.ids.published;
const history = '/assignments/{id}/stats/history';
const capabilities = readOne('/platforms/{id}/capabilities', () => 'youtube');

const forKeys: Record<string, Operation> = {
  listAssignments: { ...read('/assignments'), faults: [credential, wrongLimit] },
  getAssignment: {
    ...readOne('/assignments/{id}', post),
    faults: [credential, malformedId, unknownId('assignment')],
  },
  listConnections: {
    ...read('/connections'),
    faults: [credential, wrongLimit, unknownIn('organizationId', 'organization')],
  },
  getStatsHistory: {
    ...readOne(history, published),
    faults: [credential, malformedId, wrongDate, unknownId('post')],
  },
  listPlatforms: { ...read('/platforms'), faults: [credential] },
  getPlatformCapabilities: { ...capabilities, faults: [credential, unknownPlatform] },
};

const forUsers: Record<string, Operation> = {
  searchAssignments: { ...read('/assignments'), faults: [credential, wrongLimit, ...memberOnly] },
  getCalendar: {
    ...read('/calendar', () => '?edges=2026-12-01T00:00Z,2026-12-02T00:00Z'),
    faults: [credential, malformedQuery('?edges=soon'), ...memberOnly],
  },
  inspectAssignment: {
    ...readOne('/assignments/{id}', post),
    faults: [credential, malformedId, ...memberOnly, unknownId('assignment')],
  },
  watchAssignment: {
    ...readOne('/assignments/{id}/events', post),
    faults: [credential, malformedId, malformedQuery('?lastEventId=-1'), ...memberOnly, unknownId('assignment')],
  },
  listConnections: {
    ...read('/connections'),
    faults: [credential, wrongLimit, ...memberOnly, unknownIn('organizationId', 'organization')],
  },
  listPlatforms: { ...read('/platforms'), faults: [credential, ...memberOnly] },
  getPlatformCapabilities: { ...capabilities, faults: [credential, ...memberOnly, unknownPlatform] },
  getStatsOverview: { ...read('/stats/overview'), faults: [credential, wrongDays, ...memberOnly] },
  getStatsAnalytics: {
    ...read('/stats/analytics'),
    faults: [credential, wrongDays, ...memberOnly, unknownIn('connectionId', 'connection')],
  },
  getStatsHistory: {
    ...readOne(history, published),
    faults: [credential, malformedId, wrongDate, ...memberOnly, unknownId('post')],
  },
  exportStatsHistory: {
    ...readOne(`${history}/export`, published),
    faults: [credential, malformedId, wrongDate, ...memberOnly, unknownId('post')],
  },
  listBestPosts: { ...read('/stats/best-posts'), faults: [credential, wrongLimit, ...memberOnly] },
  listRecentPosts: { ...read('/stats/recent-posts'), faults: [credential, wrongLimit, ...memberOnly] },
  getSubscriberGrowth: {
    ...read('/stats/subscriber-growth', () => `?connectionId=${scene.ids.connection}`),
    faults: [credential, wrongDays, ...memberOnly, unknownIn('connectionId', 'connection')],
  },
  compareStats: { ...read('/stats/compare'), faults: [credential, wrongDays, ...memberOnly] },
  searchTransactions: { ...read('/transactions'), faults: [credential, wrongLimit, ...membership] },
  getTransactionOverview: { ...read('/transactions/overview'), faults: [credential, wrongDate, ...membership] },
  exportTransactions: { ...read('/transactions/export'), faults: [credential, wrongDate, ...membership] },
};

const cells: Cell[] = [
  ...Object.entries(forKeys).map(([name, operation]) => [name, 'API key', operation] as const),
  ...Object.entries(forUsers).map(([name, operation]) => [name, 'user', operation] as const),
];

describeOrder('reading', { app, scene, cells });
