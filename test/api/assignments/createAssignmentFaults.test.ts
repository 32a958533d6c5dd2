import { workspaceClient } from '../../support/actors';
import type { Actor } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { until } from '../../support/until';
import { nothing, writtenBy } from '../../support/written';

const path = '/api/v1/assignments';

let workspace: BuiltWorkspace;
let client: Actor;
let connectionId: string;

const app = useApp();

beforeEach(async () => {
  workspace = await buildWorkspace({ credits: 100 });
  ({ connectionId } = await buildConnection(workspace));
  client = workspaceClient(app, workspace);
  app.dispatched.length = 0;
  app.log.length = 0;
});

const create = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  client('POST', path, { body: videoBody(connectionId, overrides), headers });

describe('503', () => {
  it('answers Retry-After when the database goes away in the middle, and writes nothing', async () => {
    const { sequelize } = app.database;
    const lock = await sequelize.transaction();
    const locked = 'SELECT 1 FROM credit_accounts WHERE workspace_id = $1 FOR UPDATE';
    await sequelize.query(locked, { bind: [workspace.workspaceId], transaction: lock });
    const pending = create({ idempotencyKey: 'key-503' });
    await until(async () => {
      const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.database.query(ended)).length > 0;
    });
    const answer = await pending;
    await lock.rollback();

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body).toEqual({ error: 'UNAVAILABLE', message: expect.any(String), details: {} });
    expect(await writtenBy(app, workspace)).toEqual(nothing);
    expect((await create({ idempotencyKey: 'key-503' })).status).toBe(201);
  });
});

describe('500', () => {
  it('tells the request id, and neither a stack nor SQL; the log has what happened', async () => {
    await app.database.query('ALTER TABLE outbox RENAME COLUMN workflow TO canary_column');
    const answer = await create({}, { 'x-request-id': 'request-500' });
    await app.database.query('ALTER TABLE outbox RENAME COLUMN canary_column TO workflow');

    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'INTERNAL',
      message: expect.any(String),
      details: { requestId: 'request-500' },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/select|insert|column|outbox| at /i);
    expect(answer.headers.get('x-request-id')).toBe('request-500');
    expect(await writtenBy(app, workspace)).toEqual(nothing);
    expect(app.dispatched).toEqual([]);
    const fault = app.log.find((line) => line.msg === 'request failed');
    expect(fault).toMatchObject({ requestId: 'request-500', fault: { message: expect.stringContaining('workflow') } });
    expect(JSON.stringify(app.log)).not.toContain('Walking the coast path');
  });
});
