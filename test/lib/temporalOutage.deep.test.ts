import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { temporalAddress } from '../../lib/temporal';
import { servers } from '../support/servers/servers';
import { until } from '../support/until';

/** By then the waits of gRPC's own pace, 1 s and 1.6 times more each, are 10 to 20 s long. */
const outageMs = 40_000;
const sockets = new Set<Socket>();

/** A door that leads to the real server. */
async function open(ownPort: number): Promise<Server> {
  const [host = '', port = ''] = servers().temporalAddress.split(':');
  const door = createServer((near) => {
    const far = connect(Number(port), host);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await once(door.listen(ownPort, '127.0.0.1'), 'listening');
  return door;
}

async function close(door: Server): Promise<void> {
  const closed = once(door.close(), 'close');
  for (const socket of sockets) socket.destroy();
  await closed;
}

it('a client is back within seconds after an outage, however often it has tried in vain', async () => {
  const door = await open(0);
  const { port } = door.address() as AddressInfo;
  const client = Connection.lazy({ ...temporalAddress().connectionOptions, address: `127.0.0.1:${port}` });
  const isAnswered = async () =>
    client
      .withDeadline(Date.now() + 1000, () => client.workflowService.getSystemInfo({}))
      .then(
        () => true,
        () => false,
      );
  await until(isAnswered);
  await close(door);

  const over = delay(outageMs, true);
  while (!(await Promise.race([over, delay(100, false)]))) expect(await isAnswered()).toBe(false);
  const reopened = await open(port);
  await until(isAnswered, 8000);

  await client.close();
  await close(reopened);
});
