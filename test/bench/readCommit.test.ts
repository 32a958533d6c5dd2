import { execFileSync } from 'node:child_process';
import { readCommit } from '../../bench/readCommit';
import { useEachTempDir } from '../support/tempDir';

const checkout = useEachTempDir();
const git = (...args: string[]): string => {
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: checkout.path, encoding: 'utf8' }).trim();
};

it('names the commit, and says when other files than the kept figures differ from it', () => {
  checkout.write('bench/kept.json', '{}');
  checkout.write('api.ts', 'const speed = 1;');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const commit = git('rev-parse', '--short', 'HEAD');
  expect(readCommit(checkout.path)).toBe(commit);
  checkout.write('bench/kept.json', '{"create": {}}');
  expect(readCommit(checkout.path)).toBe(commit);
  checkout.write('api.ts', 'const speed = 2;');
  expect(readCommit(checkout.path)).toBe(`${commit}-dirty`);
});

it('is unknown without Git', () => {
  expect(readCommit(checkout.path)).toBe('unknown');
});
