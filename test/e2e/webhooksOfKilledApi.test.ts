import { workspaceClient } from '../support/actors';
import { videoBody } from '../support/build/video';
import { film } from '../support/runs/publishing';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { answer, hang } from '../support/servers/webhookReceiver';
import { endOf, send } from './sent';

const deployment = useDeployment({ WEBHOOK_DELAYS: '0,0.2,0.2' });

it('an API that is killed with its answers just given has promised no webhook that does not come', async () => {
  const channel = await deployment.connect();
  const [api] = await Promise.all([deployment.up('api'), deployment.up('worker')]);
  const caller = workspaceClient(await api.ready(), channel);
  const receiver = await deployment.openReceiver();
  // The first request of each delivery fails.
  receiver.behave((response, nth) => {
    answer(response.req.headers['x-webhook-attempt'] === '1' ? 500 : 200)(response, nth);
  });
  const delivered = await send(deployment, channel, 200);
  const asked = await deployment.openReceiver();
  asked.behave(hang);
  void caller('POST', '/api/v1/webhooks/test', { body: { url: asked.url } }).catch(() => undefined);
  await until(() => asked.open() === 1);
  // A round that is under way would be joined.
  await endOf(delivered, 30_000);

  const mediaUrl = deployment.media.serve({ bytes: film }).url;
  const body = videoBody(channel.connectionId, { mediaUrl, callbackUrl: receiver.url });
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => caller('POST', '/api/v1/assignments', { body })),
    caller('POST', `/api/v1/webhooks/deliveries/${delivered.deliveryId}/redeliver`),
  ]);
  await api.end('SIGKILL');
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 202]);

  const again = workspaceClient(await deployment.start('api').ready(), channel);
  const list = async (query: string) => (await again('GET', `/api/v1/webhooks/deliveries?limit=50${query}`)).body;
  const count = async (query: string) => (await list(query)).total;
  await until(async () => (await count('')) === 1 + 3 * 4 && (await count('&status=pending')) === 0, 60_000);
  expect(await list('&status=delivered')).toEqual(await list(''));
  for (const { body: created } of answers.slice(0, 3)) {
    const { items } = await list(`&assignmentId=${created.id}`);
    expect(items.map(({ attempts }: { attempts: number }) => attempts)).toEqual([2, 2, 2, 2]);
  }
  expect(receiver.received).toHaveLength(3 * 4 * 2);
  const { attemptLog } = (await again('GET', `/api/v1/webhooks/deliveries/${delivered.deliveryId}`)).body;
  expect(attemptLog.map(({ attempt }: { attempt: number }) => attempt)).toEqual([1, 2]);
  expect(delivered.receiver.received).toHaveLength(2);
  // A test event is asked for and not promised: it is sent once, and is in no log.
  expect(asked.received).toHaveLength(1);
});
