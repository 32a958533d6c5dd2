import { permissionsFor } from '../../../domain/consent/feature';
import { facebookPermissions } from '../../../platforms/facebook/login/permissions';
import { youtubePermissions } from '../../../platforms/youtube/permissions';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';

const app = useApp();

it('answers every field of a connection, and nothing of its tokens', async () => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace, {
    name: 'Field Notes',
    externalPlatformId: 'UC1',
    thumbnailUrl: 'https://yt3.example/a.jpg',
    tokenExpiresAt: new Date('2026-12-01T10:00:00Z'),
    externalId: 'mine',
  });
  const { status, body } = await workspaceClient(app, workspace)('GET', `/api/v1/connections/${connectionId}`);

  expect(status).toBe(200);
  expect(body).toEqual({
    id: connectionId,
    platform: 'youtube',
    name: 'Field Notes',
    externalPlatformId: 'UC1',
    thumbnailUrl: 'https://yt3.example/a.jpg',
    isActive: true,
    tokenStatus: 'valid',
    tokenExpiresAt: '2026-12-01T10:00:00.000Z',
    accessEndsAt: null,
    features: { comments: 'granted', captions: 'granted' },
    publishing: null,
    metadata: { subscribers: 12, views: 3400, posts: 5, handle: expect.stringMatching(/^@channel/) },
    externalId: 'mine',
    createdAt: expect.stringMatching(/Z$/),
  });
});

it.each([
  ['youtube', [], { comments: 'missing', captions: 'missing' }],
  ['youtube', permissionsFor(youtubePermissions, ['captions']), { comments: 'granted', captions: 'granted' }],
  [
    'facebook',
    permissionsFor(facebookPermissions, ['insights']),
    { comments: 'missing', insights: 'granted', businessPages: 'missing' },
  ],
] as const)('answers the features of %s that its permissions %j make', async (platform, permissions, features) => {
  const workspace = await buildWorkspace();
  const accessEndsAt = new Date('2026-12-08T10:00:00Z');
  const { connectionId } = await buildConnection(workspace, { platform, permissions, accessEndsAt });
  const { body } = await workspaceClient(app, workspace)('GET', `/api/v1/connections/${connectionId}`);
  expect(body).toMatchObject({ accessEndsAt: '2026-12-08T10:00:00.000Z' });
  expect(body.features).toEqual(features);
});

it.each([
  ['youtube', 'staged', null],
  ['facebook', 'staged', 'staged'],
  ['facebook', 'direct', 'direct'],
] as const)(
  'answers how posts go to a channel of %s that is stored as %s: %s',
  async (platform, publishing, answered) => {
    const workspace = await buildWorkspace();
    const { connectionId } = await buildConnection(workspace, { platform, publishing });
    const { body } = await workspaceClient(app, workspace)('GET', `/api/v1/connections/${connectionId}`);
    expect(body.publishing).toBe(answered);
  },
);

it.each(['expired', 'missing'] as const)('answers the token status %s', async (tokenStatus) => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace, { tokenStatus, tokenExpiresAt: null, isActive: false });
  const { body } = await workspaceClient(app, workspace)('GET', `/api/v1/connections/${connectionId}`);

  expect(body).toMatchObject({ tokenStatus, tokenExpiresAt: null, isActive: false });
});
