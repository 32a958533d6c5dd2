import { isAlive, startProgram } from '../support/programs';
import { until } from '../support/until';

const program = `
import { createProcesses } from './bin/local/servers/processes.mjs';
const processes = createProcesses({ onDeath: (child, status) => console.log(JSON.stringify([child.name, status])) });
process.on('SIGTERM', () => processes.stopAll().then(() => process.exit(0)));
const node = (name, code, more) => processes.start({ name, command: process.execPath, args: ['-e', code], output: 'inherit', ...more });`;

/** Starts a process of its own and says both ids; neither cares about SIGTERM. */
const family = `const child = require('child_process').spawn('sh', ['-c', 'trap "" TERM; sleep 300; sleep 300']);
  process.on('SIGTERM', () => {});
  console.log(JSON.stringify([process.pid, child.pid]));`;

describe('the processes that a program starts', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'end with all their descendants when the program gets %s',
    async (signal) => {
      const code = `${program} node('family', ${JSON.stringify(family)}, { graceMs: 200 });`;
      const { said, end } = await startProgram<[number, number]>(code);
      expect(await isAlive(said[1])).toBe(true);
      await end(signal);
      for (const pid of said) await until(async () => !(await isAlive(pid)));
    },
  );

  it('are reported when they end by themselves', async () => {
    const { said, end } = await startProgram<string[]>(
      `${program} node('brief', 'process.exit(3)'); setInterval(() => {}, 1000);`,
    );
    expect(said).toEqual(['brief', 'exit code 3']);
    await end('SIGKILL');
  });

  it('are stopped in the reverse order of their start', async () => {
    const code = `${program}
      const polite = (name) => node(name, "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.send?.(1)");
      const order = [];
      for (const name of ['database', 'worker', 'api']) void polite(name).exited.then(() => order.push(name));
      await processes.stopAll();
      console.log(JSON.stringify(order));`;
    const { said, end } = await startProgram<string[]>(code);
    expect(said).toEqual(['api', 'worker', 'database']);
    await end('SIGKILL');
  });
});
