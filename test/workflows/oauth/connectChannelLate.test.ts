import { ticketWorkflowId } from '../../../domain/workflowContract';
import { Connection } from '../../../models/connections/Connection';
import { consent, browserOf, rowOf, useConnecting } from '../../support/runs/connecting';
import { runWorkers } from '../../support/runs/publishing';

const connecting = useConnecting({ workers: false });

it('while no worker answers the browser receives platform_error after a while, and what runs late makes no connection', async () => {
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  const { location } = await browser.visit(callback);
  expect(new URL(location).searchParams.get('error')).toBe('platform_error');
  expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'platform_error', sealed: null });

  const workers = await runWorkers(connecting.temporal, connecting.deps);
  const run = connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));
  await run.result().catch(() => undefined);
  await workers.stop();
  expect((await run.describe()).status.name).toBe('FAILED');
  expect(await Connection.count({ where: { workspaceId: ticket.workspace.workspaceId } })).toBe(0);
  const calls = await connecting.callsSince(0);
  expect(calls.filter(({ path }) => path === '/token')).toEqual([]);
});
