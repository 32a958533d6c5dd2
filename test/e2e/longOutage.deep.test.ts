import { setTimeout as delay } from 'node:timers/promises';
import { Assignment } from '../../models/assignments/Assignment';
import { workspaceClient } from '../support/actors';
import { videoBody } from '../support/build/video';
import { byCounts } from '../support/counts';
import { startOwnServers } from '../support/servers/ownServers';
import { film } from '../support/runs/publishing';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { use } from '../support/use';
import { endOf, expectOneMessage, script, send } from './sent';

/** In full, long enough for every wait between two tries to have grown to its limit. */
const outageMs = byCounts({ few: 30_000, sample: 30_000, full: 75_000 });
/** The time until all work has begun again, on any machine: less than waits grow to where no limit bounds them. */
const backMs = 25_000;

const servers = use(async () => startOwnServers());
const deployment = useDeployment({ WEBHOOK_DELAYS: '0,1,1,1' });

it('API and worker are back within seconds after Temporal was down for long, with all that was asked for meanwhile', async () => {
  const channel = await deployment.connect();
  const [api] = await Promise.all([deployment.up('api'), deployment.up('worker')]);
  const client = workspaceClient(await api.ready(), channel);
  const waiting = await send(deployment, channel, 500);
  await until(() => waiting.receiver.received.length === 1);

  await servers.temporal.crash();
  const mediaUrl = deployment.media.serve({ bytes: film }).url;
  const over = delay(outageMs, true);
  const ids: string[] = [];
  while (!(await Promise.race([over, delay(5000, false)]))) {
    const body = videoBody(channel.connectionId, { mediaUrl });
    const { status, body: created } = await client('POST', '/api/v1/assignments', { body });
    expect(status).toBe(201);
    ids.push(created.id);
  }
  script(waiting.receiver, [200]);
  const areAt = async (status: 'pending' | 'published') => Assignment.count({ where: { id: ids, status } });
  expect(await areAt('pending')).toBe(ids.length);
  await servers.temporal.restart();

  await until(async () => (await areAt('pending')) === 0, backMs);
  expect(await endOf(waiting, backMs)).toMatchObject({ status: 'delivered' });
  await expectOneMessage(waiting);
  await until(async () => (await areAt('published')) === ids.length, 90_000);
  expect((await deployment.sandbox.stateOf('youtube')).videos).toHaveLength(ids.length);
}, 300_000);
