import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs';

/** Every file of the project: tracked, or new and not ignored. */
export const projectFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The text of a file that is named from the root of the project. */
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
