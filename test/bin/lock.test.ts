import { evaluate, startProgram } from '../support/programs';
import { useTempDir } from '../support/tempDir';

const attempt = `import { tryLock } from './bin/local/servers/lock.mjs';
  const answer = tryLock(process.argv[1]);
  console.log(JSON.stringify(answer.holderPid ?? 'mine'));`;
const holder = `${attempt} setInterval(() => {}, 1000);`;

describe('the lock of a checkout', () => {
  const dir = useTempDir();
  it('belongs to one living process, whose id the others read, and is free once that is killed', async () => {
    const file = dir.at('locked');
    const first = await startProgram<string>(holder, file);
    expect(first.said).toBe('mine');
    expect(await evaluate(attempt, file)).toBe(first.process.pid);
    await first.end('SIGKILL');
    expect(await evaluate(attempt, file)).toBe('mine');
  });

  it('goes to exactly one of several that find it stale at the same moment', async () => {
    const file = dir.at('stale');
    await evaluate(attempt, file);
    const rivals = await Promise.all(Array.from({ length: 5 }, () => startProgram<string | number>(holder, file)));
    expect(rivals.filter(({ said }) => said === 'mine')).toHaveLength(1);
    await Promise.all(rivals.map(({ end }) => end('SIGKILL')));
  });
});
