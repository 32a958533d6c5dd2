import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../programs';
import type { Settings } from '../servers/processes';
import type { Deployment } from './deployment';

/** The end of a command of operators, and its words. */
export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Commands of operators, as they type them, on a deployment. */
export function useAdmin(deployment: Deployment) {
  async function run(input: string, words: readonly string[], settings: Settings = {}): Promise<Said> {
    const env = { PATH: process.env['PATH'], ...deployment.settings, ...settings };
    const running = promisify(execFile)(process.execPath, [join(root, 'dist', 'bin', 'admin.js'), ...words], { env });
    running.child.stdin?.on('error', () => undefined).end(input);
    return running.then(
      (said) => ({ code: 0, ...said }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }
  return {
    admin: async (...words: string[]) => run('', words),
    /** With this text on standard input. */
    adminWith: async (input: string, ...words: string[]) => run(input, words),
    /** With these settings besides those of the deployment. */
    adminBy: async (settings: Settings, ...words: string[]) => run('', words, settings),
  };
}
