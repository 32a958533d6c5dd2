import { workspaceClient } from '../../support/actors';
import type { Actor } from '../../support/actors';
import { startApp } from '../../support/app';
import type { TestApp } from '../../support/app';
import { buildWorkspace } from '../../support/build/workspace';

let app: TestApp;
let client: Actor;

beforeAll(async () => {
  app = await startApp();
  client = workspaceClient(app, await buildWorkspace());
});
afterAll(() => app.stop());

describe('listPlatforms', () => {
  it('answers each platform with its content types', async () => {
    const { body } = await client('GET', '/api/v1/platforms');

    expect(body.items).toContainEqual({
      slug: 'youtube',
      name: 'YouTube',
      contentTypes: ['video', 'short'],
      hasCapabilities: true,
    });
  });
});
