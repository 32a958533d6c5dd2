import { workspaceClient } from '../../support/actors';
import { useConnecting } from '../../support/runs/connecting';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';

const connecting = useConnecting();

it('publishes a message of 63,206 characters that was sent as escapes, six bytes each', async () => {
  const message = '漢字'.repeat(31_603);
  const channel = await connecting.connect({ platform: 'facebook' });
  const client = workspaceClient(connecting.app, channel);
  const plain = JSON.stringify({ connectionId: channel.connectionId, type: 'text', payload: { message } });
  const body = plain.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
  expect(Buffer.byteLength(body)).toBeGreaterThan(379_000);
  expect(JSON.parse(body).payload.message).toBe(message);

  const created = await client('POST', '/api/v1/assignments', { body });
  expect(created.status).toBe(201);
  const detail = await until(async () => {
    const found = (await client('GET', `/api/v1/assignments/${created.body.id}`)).body;
    return ['published', 'failed'].includes(found.status) && found;
  });
  expect(detail).toMatchObject({ status: 'published', errors: [] });
  expect(detail.payload.message).toBe(message);
  const { posts } = await connecting.sandbox.stateOf('facebook');
  const own = posts.filter(({ pageId }: Json) => pageId === channel.channelId);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ id: detail.platformPostId, audience: 'public' });
  expect(own[0].message).toBe(message);
});
