import { assistantTasks } from '../../../../bin/assistants/tasks';
import type { AssistantTask } from '../../../../bin/assistants/tasks';
import { startApp } from '../../../support/callers/app';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { buildCaller } from '../../../support/callers/caller';
import { useSandbox } from '../../../support/servers/sandbox';
import { use } from '../../../support/use';
import { openPlainClient } from './plainClient';
import { plays } from './plays';

/** Tasks of people, played by a client that knows descriptions, schemas and `next` alone (docs/guides/assistants.md). */

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));

const names = Object.keys(assistantTasks) as AssistantTask[];

it('there are fifteen tasks at least', () => {
  expect(names.length).toBeGreaterThanOrEqual(15);
});

it.each(names.map((name) => [assistantTasks[name].ask, name] as const))('%s', async (_ask, name) => {
  const { calls } = assistantTasks[name];
  const { play, outcome } = plays[name];
  const grant = await sandbox.grant();
  const caller = await buildCaller(app, { credits: 1000, grant });
  const { accessToken } = await buildMcpGrant(caller);
  const client = await openPlainClient(app, accessToken);
  const live = async () => sandbox.upload(grant.accessToken);
  expect(await play({ app, caller, client, live })).toEqual(outcome);
  expect([client.called.length <= calls, client.called]).toEqual([true, client.called]);
});
