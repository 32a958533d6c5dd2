import { randomUUID } from 'node:crypto';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { use } from '../../support/use';

/** Oldest first. The second is inactive, the third has an external id. */
let ids: string[];

const app = useApp();
const workspace = use(async () => buildWorkspace());
const other = use(async () => buildWorkspace());
beforeAll(async () => {
  await buildConnection(other);
  const built = [
    await buildConnection(workspace, { createdAt: new Date('2026-03-01T00:00:00Z'), name: 'First' }),
    await buildConnection(workspace, { createdAt: new Date('2026-03-02T00:00:00Z'), isActive: false }),
    await buildConnection(workspace, { createdAt: new Date('2026-03-03T00:00:00Z'), externalId: 'mine' }),
  ];
  ids = built.map(({ connectionId }) => connectionId);
});

const list = (query = '') => workspaceClient(app, workspace)('GET', `/api/v1/connections${query}`);

async function listed(query: string): Promise<number[]> {
  const { status, body } = await list(query);
  expect([query, status]).toEqual([query, 200]);
  return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
}

it('answers the active connections of the workspace, newest first', async () => {
  const { body } = await list();

  expect(body).toMatchObject({ total: 2, page: 1, limit: 20 });
  expect(body.items.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([2, 0]);
  expect(body.items[1]).toEqual({
    id: ids[0],
    platform: 'youtube',
    name: 'First',
    thumbnailUrl: null,
    isActive: true,
    tokenExpiresAt: expect.stringMatching(/Z$/),
    createdAt: '2026-03-01T00:00:00.000Z',
  });
});

it('filters by platform, external id, activity and organization, and pages', async () => {
  expect(await listed('?includeInactive=true')).toEqual([2, 1, 0]);
  expect(await listed('?includeInactive=false')).toEqual([2, 0]);
  expect(await listed('?platform=facebook')).toEqual([]);
  expect(await listed('?externalId=mine')).toEqual([2]);
  expect(await listed(`?organizationId=${workspace.organizationId}`)).toEqual([2, 0]);
  expect(await listed('?limit=1&page=2')).toEqual([0]);
  expect(await listed('?limit=100')).toEqual([2, 0]);
});

it('answers 404 to an organization outside the workspace, foreign or unknown', async () => {
  const foreign = await list(`?organizationId=${other.organizationId}`);
  const unknown = await list(`?organizationId=${randomUUID()}`);

  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(unknown.body).toEqual(foreign.body);
});

it.each([
  ['limit=101', 'limit'],
  ['page=0', 'page'],
  ['platform=myspace', 'platform'],
  ['includeInactive=yes', 'includeInactive'],
  ['includeInactive=', 'includeInactive'],
  ['organizationId=x', 'organizationId'],
  ['externalId=a&externalId=b', 'externalId'],
])('answers 400 to %s', async (query, field) => {
  const { status, body } = await list(`?${query}`);

  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'VALIDATION_ERROR', details: { [field]: [expect.any(String)] } });
});
