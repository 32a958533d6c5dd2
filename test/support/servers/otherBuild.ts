import { spawnSync } from 'node:child_process';
import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempDir } from '../tempDir';

const root = join(__dirname, '..', '..', '..');

/** The name of the timer that each run of the other build begins with, in its history. */
export const addedStep = 'the step that the other build has added';

/** Each workflow begins with one more step, so that no build can go on with a run of the other one. */
const workflows = `
const { sleep } = require('@temporalio/workflow');
for (const [name, run] of Object.entries(require('./before'))) {
  exports[name] = async (...given) => {
    await sleep(1, { summary: ${JSON.stringify(addedStep)} });
    return run(...given);
  };
}
`;

/**
 * Another build of the service beside dist/, for the tests around the call: the same but for its workflows.
 * @returns the path of its folder, once the tests run
 */
export function useOtherBuild(): () => string {
  const folder = useTempDir(({ at }) => {
    cpSync(join(root, 'dist'), at('dist'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), at('node_modules'));
    renameSync(at('dist/workflows/index.js'), at('dist/workflows/before.js'));
    writeFileSync(at('dist/workflows/index.js'), workflows);
    const { status, stderr } = spawnSync(process.execPath, [at('dist/bin/bundle.js')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the other build could not be bundled: ${stderr}`);
  });
  return () => folder.at('dist');
}
