import { execFileSync } from 'node:child_process';

/**
 * The short name of the commit in a checkout, with `-dirty` where other files than that of the kept figures differ from it;
 * `unknown` without Git.
 */
export function readCommit(root: string): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    const commit = git('rev-parse', '--short', 'HEAD').trim();
    const isDirty = git('status', '--porcelain', '--', '.', ':!bench/kept.json') !== '';
    return isDirty ? `${commit}-dirty` : commit;
  } catch {
    return 'unknown';
  }
}
