import { workspaceClient } from '../../support/actors';
import type { Actor } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildWorkspace } from '../../support/build/workspace';

let client: Actor;

const app = useApp();
beforeAll(async () => {
  client = workspaceClient(app, await buildWorkspace());
});

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
