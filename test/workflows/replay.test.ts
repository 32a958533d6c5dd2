import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleOption } from '@temporalio/worker';
import {
  connectChannelWorkflow,
  deliverWebhookWorkflow,
  housekeeping,
  mailInvitationWorkflow,
  publishAssignmentWorkflow,
  retireConnectionWorkflow,
} from '../../domain/workflowContract';
import { bundlePath } from '../support/runs/publishing';
import { quietRuntime } from '../support/servers/temporal';
import { use } from '../support/use';

const root = join(__dirname, '..', '..');
const folder = join(__dirname, 'replay');

/** Each is a history of a run that an earlier version began and that this one may have to go on with. */
const stories = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const startedByName = [
  publishAssignmentWorkflow,
  deliverWebhookWorkflow,
  connectChannelWorkflow,
  retireConnectionWorkflow,
  mailInvitationWorkflow,
  ...Object.values(housekeeping).map(({ workflow }) => workflow),
];

use(async () => {
  Runtime.install(quietRuntime);
  return { stop: async () => Runtime.instance().shutdown() };
});

function historyOf(story: string): string {
  return readFileSync(join(folder, `${story}.json`), 'utf8');
}

/** The end of the story's run, after the name of its workflow. */
function outlineOf(story: string): string {
  const { events } = JSON.parse(historyOf(story));
  const { workflowType } = events[0].workflowExecutionStartedEventAttributes;
  return `${workflowType.name}: ${events.at(-1).eventType.replace('EVENT_TYPE_WORKFLOW_EXECUTION_', '')}`;
}

/** The words of its payloads, and every message. */
function wordsOf(story: string): string {
  const history = historyOf(story);
  const payloads = [...history.matchAll(/"data": "([^"]*)"/g)].map(([, data]) =>
    Buffer.from(data!, 'base64').toString(),
  );
  return [...payloads, ...(history.match(/"(message|details|name)": .*/g) ?? [])].join('\n');
}

async function replay(workflowBundle: WorkflowBundleOption, story: string): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle }, JSON.parse(historyOf(story)));
}

describe('the workflows', () => {
  it.each(stories)('replay the history of a run that was recorded: %s', async (story) => {
    await expect(replay({ codePath: bundlePath }, story)).resolves.toBeUndefined();
  });

  it.each([
    ['broken', ['atOnce', 'transferred', 'found', 'connected', 'delivered', 'undelivered']],
    ['brokenLater', ['prepared', 'retried', 'cancelled']],
  ])('would be caught replaying if they did their steps in another order: %s', async (patch, caught) => {
    const bundle = await bundleOfPatched(join(folder, `${patch}.patch`));
    for (const story of caught) await expect(replay(bundle, story)).rejects.toThrow(/TMPRL1100/);
  });
});

/** The form of credentials, codes and addresses that carry them. */
const secretLike = {
  'a key or secret of ours': /whsec_|cds_|ticket=|Bearer/i,
  'a token or code of Google': /ya29\.|1\/\/|"4\/|[?&](code|state|access_token|upload_id)=/,
  'anything random but ids': /(?<![\w-])(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-]))[\w+/=-]{32,}/,
};

describe('the recorded histories', () => {
  it('are of every workflow, and of all its ends', () => {
    expect([...new Set(stories.map(outlineOf))].sort()).toEqual([
      'cleanUp: COMPLETED',
      'connectChannel: CANCELED',
      'connectChannel: COMPLETED',
      'connectChannel: FAILED',
      'deliverWebhook: COMPLETED',
      'mailInvitation: COMPLETED',
      'publishAssignment: CANCELED',
      'publishAssignment: COMPLETED',
      'publishAssignment: FAILED',
      'readSubscriptions: COMPLETED',
      'reconcileAll: COMPLETED',
      'refreshTokens: COMPLETED',
      'retireConnection: COMPLETED',
      'snapshotChannels: COMPLETED',
    ]);
    const recorded = stories.map((story) => outlineOf(story).split(':')[0]);
    expect(new Set(recorded)).toEqual(new Set(startedByName));
  });

  it.each(stories)('tell nothing of the machine: %s', (story) => {
    const history = historyOf(story);
    expect(history).not.toMatch(/"identity"|"stackTrace"|\.js:\d|\.ts:\d|"\d+@/);
    expect(history).not.toContain(root);
    expect(history.length).toBeLessThan(40_000);
  });

  it.each(stories)('tell no secret: %s', (story) => {
    for (const pattern of Object.values(secretLike)) expect(wordsOf(story)).not.toMatch(pattern);
  });

  it.each(['whsec_c2VjcmV0', 'ya29.a0Af', '1//0gK', 'https://api.example/callback?code=4%2F0A', 'k'.repeat(43)])(
    'would be caught telling one: %s',
    (secret) => {
      const words = JSON.stringify({ mediaUrl: secret });
      expect(Object.values(secretLike).some((pattern) => pattern.test(words))).toBe(true);
    },
  );
});

/** The workflows as they would be with the patch, bundled. */
async function bundleOfPatched(patch: string): Promise<WorkflowBundleOption> {
  const copy = await mkdtemp(join(tmpdir(), 'broken-workflows-'));
  try {
    await Promise.all(
      ['workflows', 'domain'].map((name) => cp(join(root, name), join(copy, name), { recursive: true })),
    );
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { status, stderr } = spawnSync('git', ['apply', '-C1', patch], { cwd: copy, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${patch} fits no more; make it anew: ${stderr}`);
    return await bundleWorkflowCode({
      workflowsPath: join(copy, 'workflows', 'index.ts'),
      logger: new DefaultLogger('ERROR'),
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
