import { stranger, workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';

const app = useApp();

it('answers ok and the time to everybody, with any credential or none', async () => {
  for (const caller of [stranger(app), workspaceClient(app, { apiKey: 'nonsense' })]) {
    const { status, headers, body } = await caller('GET', '/api/v1/health');

    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(headers.get('x-credits-used')).toBeNull();
    expect(headers.get('ratelimit')).toBeNull();
  }
});

it('answers HEAD', async () => {
  expect((await stranger(app)('HEAD', '/api/v1/health')).status).toBe(200);
});

it('does not touch the database', async () => {
  await app.database.sequelize.query('ALTER TABLE workspaces RENAME TO gone');
  const { status } = await stranger(app)('GET', '/api/v1/health');
  await app.database.sequelize.query('ALTER TABLE gone RENAME TO workspaces');

  expect(status).toBe(200);
});
