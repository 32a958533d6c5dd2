import type { Page } from 'playwright-core';
import type { WorkflowStartOptions } from '@temporalio/client';
import { pino } from 'pino';
import { failureKinds } from '../../domain/failures/failures';
import {
  connectChannelWorkflow,
  deliverWebhookWorkflow,
  housekeeping,
  mailInvitationWorkflow,
  mainQueue,
  publishAssignmentWorkflow,
  publishWorkflowId,
  retireConnectionWorkflow,
} from '../../domain/workflowContract';
import { keyword } from '../../lib/temporal';
import { createFindRun } from '../../outbox/findRun';
import { runsFor, runViews } from '../../outbox/runViews';
import { runsPage } from '../../outbox/runsPage';
import { ensureSchedules } from '../../outbox/schedules';
import { failTask } from '../support/runs/stuckTask';
import { startTemporalWithUi } from '../support/servers/ownServers';
import { openBareNamespace } from '../support/servers/temporal';
import { until } from '../support/until';
import { use } from '../support/use';
import { launchChromium } from './chromium';

const ids = {
  assignment: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a',
  workspace: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1b',
  connection: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1c',
};
const codes = Object.keys(failureKinds);
const published = publishWorkflowId({ assignmentId: ids.assignment, generation: 1 });
const failed = (code: string) => `assignment/${code}/1`;
/** As many failures of its workflow task lets Temporal report a run. */
const failuresToReport = 5;

const server = use(startTemporalWithUi);
const temporal = use(openBareNamespace);
const chromium = use(async () => launchChromium({}));

type Attributes = WorkflowStartOptions['typedSearchAttributes'];

/** A run that no worker takes, so that it stays as it is. */
async function plant(type: string, workflowId: string, attributes: Attributes = [], taskQueue: string = mainQueue) {
  return temporal.client.workflow.start(type, { workflowId, taskQueue, typedSearchAttributes: attributes });
}

/** One run for each view, or more. @returns the id of the run of housekeeping */
async function plantRuns(): Promise<string> {
  const { client } = temporal;
  const ofAssignment = [keyword('AssignmentId', ids.assignment), keyword('WorkspaceId', ids.workspace)];
  await plant(publishAssignmentWorkflow, published, ofAssignment);
  for (const code of codes) {
    const run = await plant(publishAssignmentWorkflow, failed(code), [keyword('ErrorCode', code)]);
    await run.terminate();
  }
  await plant(deliverWebhookWorkflow, 'webhook/planted/1', ofAssignment);
  await plant(connectChannelWorkflow, 'ticket/planted/1', [keyword('WorkspaceId', ids.workspace)]);
  await plant(mailInvitationWorkflow, 'invitation/planted/1');
  await plant(retireConnectionWorkflow, 'connection/planted/1', [keyword('ConnectionId', ids.connection)]);
  await plant(deliverWebhookWorkflow, 'webhook/stuck/1', [], 'stuck');
  for (let failures = 0; failures < failuresToReport; failures += 1)
    await failTask(temporal, 'stuck', 'webhook/stuck/1');
  await ensureSchedules(client);
  const schedule = client.schedule.getHandle(housekeeping.cleanUp.scheduleId);
  await schedule.trigger();
  const { action } = await until(async () => (await schedule.describe()).info.recentActions[0]);
  const isReported = '`TemporalReportedProblems` IS NOT NULL';
  await until(async () => (await client.workflow.count(isReported)).count === 1);
  await until(async () => (await client.workflow.count()).count === codes.length + 7);
  return action.workflow.workflowId;
}

const planted = use(async () => ({ housekeeping: await plantRuns(), stop: async () => undefined }));

/** The id of the run to which `/namespaces/<ns>/workflows/<id>/…` leads. */
function idIn(link: string | null): string {
  const [, , , , id = ''] = link?.split('/') ?? [];
  return decodeURIComponent(id);
}

/** The ids of the runs in the table of a page, once there are some. */
async function listedOn(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  await page.locator('table tbody tr a').first().waitFor({ timeout: 120_000 });
  const links = await page.locator('table tbody tr a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  return [...new Set(links.map(idIn))].sort();
}

const ui = () => ({ url: server.uiUrl, namespace: temporal.namespace });

it('each link of `admin views` finds its runs and no others, and the browser keeps the view by its name', async () => {
  const found: Record<string, readonly string[]> = {
    'Assignments that run': [published],
    'Failed publications': codes.map(failed),
    ...Object.fromEntries(codes.map((code) => [`Failed: ${code}`, [failed(code)]])),
    Webhooks: ['webhook/planted/1', 'webhook/stuck/1'],
    Tickets: ['ticket/planted/1'],
    Mails: ['invitation/planted/1'],
    'Removals of channels': ['connection/planted/1'],
    Housekeeping: [planted.housekeeping],
    'Workflow task failures': ['webhook/stuck/1'],
  };
  const page = await chromium.newPage();
  const listed: typeof found = {};
  for (const { name, filter } of runViews) listed[name] = await listedOn(page, runsPage(ui(), filter, name));
  const sorted = Object.entries(found).map(([name, runs]) => [name, runs.toSorted()]);
  expect(listed).toEqual(Object.fromEntries(sorted));
  const kept = await page.evaluate<string>("localStorage.getItem('saved-workflow-queries')");
  const views: { name: string; query: string }[] = JSON.parse(kept)[temporal.namespace];
  expect(views.map(({ name, query }) => ({ name, filter: query }))).toEqual(runViews);
  await page.close();
});

it('the link of the console, and those to the runs of one thing, find its runs and no others, and keep nothing', async () => {
  const page = await chromium.newPage();
  const find = createFindRun(temporal.client, server.uiUrl, pino({ level: 'silent' }));
  const { runsUrl } = await find({ assignmentId: ids.assignment, generation: 1 });
  expect(await listedOn(page, runsUrl!)).toEqual([published, 'webhook/planted/1']);
  const byWorkspace = runsPage(ui(), runsFor('workspace', ids.workspace));
  expect(await listedOn(page, byWorkspace)).toEqual([published, 'ticket/planted/1', 'webhook/planted/1']);
  expect(await listedOn(page, runsPage(ui(), runsFor('connection', ids.connection)))).toEqual(['connection/planted/1']);
  expect(await page.evaluate("localStorage.getItem('saved-workflow-queries')")).toBe(null);
  await page.close();
});
