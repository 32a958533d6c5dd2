import { silentReceivers } from '../../../models/webhooks/silentReceivers';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';

const database = useDatabase();

it('lists each receiver that has refused or was not asked, with its oldest webhook and no address', async () => {
  const workspace = await buildWorkspace();
  const parent = { ...workspace, ...(await buildConnection(workspace)) };
  const refused = { attempts: 1, httpStatusCode: 503, lastError: 'HTTP 503' };
  const at = (minutesAgo: number) => ({ createdAt: new Date(Date.now() - minutesAgo * 60_000) });
  const dead = await buildDelivery(parent, 'https://dead.example/hooks?key=secret', { ...refused, ...at(9) });
  await buildDelivery(parent, 'https://dead.example/other', { ...refused, ...at(5) });
  const unasked = await buildDelivery(parent, 'https://unasked.example/', at(2));
  await buildDelivery(parent, 'https://new.example/');
  await buildDelivery(parent, 'https://well.example/', { ...at(9), status: 'delivered', attempts: 1 });
  await buildDelivery(parent, 'https://over.example/', { ...refused, ...at(9), status: 'failed' });

  const listed = await silentReceivers(10);
  expect(
    listed.map(({ host, count, assignmentId, httpStatusCode }) => [host, count, assignmentId, httpStatusCode]),
  ).toEqual([
    ['dead.example', 2, dead.assignmentId, 503],
    ['unasked.example', 1, unasked.assignmentId, null],
  ]);
  expect(JSON.stringify(listed)).not.toContain('secret');
  expect(await database.query('SELECT count(*)::int AS count FROM webhook_deliveries')).toEqual([{ count: 6 }]);
});
