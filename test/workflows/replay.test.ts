import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { bundlePath } from '../support/publishing';
import { quietRuntime } from '../support/temporal';

const root = join(__dirname, '..', '..');
const folder = join(__dirname, 'replay');

/** Each is a history of a run that an earlier version began and that this one may have to go on with. */
const stories = ['immediate', 'scheduled', 'failed', 'cancelled'];

beforeAll(() => {
  Runtime.install(quietRuntime);
});
afterAll(async () => Runtime.instance().shutdown());

async function historyOf(story: string): Promise<string> {
  return readFile(join(folder, `${story}.json`), 'utf8');
}

async function replay(workflowBundle: WorkflowBundleOption, story: string): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle }, JSON.parse(await historyOf(story)));
}

describe('the workflow', () => {
  it.each(stories)('replays the history of a job that was recorded: %s', async (story) => {
    await expect(replay({ codePath: bundlePath }, story)).resolves.toBeUndefined();
  });

  it('would be caught replaying if it did its steps in another order', async () => {
    const bundle = await bundleOfPatched(join(folder, 'broken.patch'));
    await expect(replay(bundle, 'immediate')).rejects.toThrow(/TMPRL1100/);
  });
});

describe('the recorded histories', () => {
  it.each(stories)('tell nothing of the machine: %s', async (story) => {
    const history = await historyOf(story);
    expect(history).not.toMatch(/"identity"|"stackTrace"|\.js:\d|\.ts:\d/);
    expect(history).not.toContain(root);
    expect(history.length).toBeLessThan(40_000);
  });
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
    if (status !== 0) throw new Error(`broken.patch fits no more; make it anew: ${stderr}`);
    return await bundleWorkflowCode({
      workflowsPath: join(copy, 'workflows', 'index.ts'),
      logger: new DefaultLogger('ERROR'),
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
