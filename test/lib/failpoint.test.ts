import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { armFailpoints, asking, failpoint } from '../../lib/failpoint';
import { useEachTempDir } from '../support/tempDir';
import { until } from '../support/until';

const program = `
  const { armFailpoints, failpoint } = require(${JSON.stringify(join(__dirname, '..', '..', 'dist', 'lib', 'failpoint.js'))});
  armFailpoints(process.argv[1]);
  failpoint('some.boundary');
  process.stdout.write('passed');
`;

const folder = useEachTempDir();
afterEach(() => armFailpoints(null));

/** A process that comes to the point once. */
function runPast(): { ended: Promise<{ signal: unknown; output: string }>; letGo: () => void } {
  const child = spawn(process.execPath, ['-e', program, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const letGo = (): void => void child.kill('SIGCONT');
  return { letGo, ended: once(child, 'close').then(([, signal]) => ({ signal, output })) };
}

const arm = (name: string): void => folder.write(name, '');

describe('failpoint', () => {
  it('does nothing where nothing is armed', async () => {
    failpoint('some.boundary');
    arm('another.boundary.kill');
    expect(await runPast().ended).toEqual({ signal: null, output: 'passed' });
    expect(readdirSync(folder.path)).toEqual(['another.boundary.kill']);
  });

  it('kills the process at once, and notes that it was reached', async () => {
    arm('some.boundary.kill');
    expect(await runPast().ended).toEqual({ signal: 'SIGKILL', output: '' });
    expect(readdirSync(folder.path)).toEqual(['some.boundary.kill.hit']);
  });

  it('kills once: neither the process that is started again, nor another that comes at the same time', async () => {
    arm('some.boundary.kill');
    const ends = await Promise.all([1, 2, 3].map(() => runPast().ended));
    expect(ends.filter(({ signal }) => signal === 'SIGKILL')).toHaveLength(1);
    expect(await runPast().ended).toEqual({ signal: null, output: 'passed' });
  });

  it('notes a visit, and lets the process pass', async () => {
    arm('some.boundary.visit');
    expect(await runPast().ended).toEqual({ signal: null, output: 'passed' });
    expect(readdirSync(folder.path)).toEqual(['some.boundary.visit.hit']);
  });

  it('stands still until it is let go', async () => {
    arm('some.boundary.pause');
    const { ended, letGo } = runPast();
    const paused = folder.at('some.boundary.pause.hit');
    await until(() => existsSync(paused));
    const isOver = await Promise.race([ended.then(() => true), runPast().ended.then(() => false)]);
    expect(isOver).toBe(false);
    letGo();
    expect(await ended).toEqual({ signal: null, output: 'passed' });
  });

  it('has a name for each side of work that asks somebody else, the second where the answer comes', async () => {
    const sides = ['some.call.before', 'some.call.after'];
    for (const side of sides) arm(`${side}.visit`);
    armFailpoints(folder.path);
    await expect(asking('some.call', async () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(readdirSync(folder.path).toSorted()).toEqual(['some.call.after.visit', 'some.call.before.visit.hit']);
    expect(await asking('some.call', async () => 'answer')).toBe('answer');
    expect(existsSync(folder.at('some.call.after.visit.hit'))).toBe(true);
  });
});
