import { execFileSync } from 'node:child_process';

/** The short name of the commit in a checkout, with `-dirty` where files differ from it; `unknown` without Git. */
export function readCommit(root: string): string {
  try {
    const args = ['describe', '--always', '--dirty', '--exclude=*'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
