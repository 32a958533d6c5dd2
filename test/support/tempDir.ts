import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { use, useEach } from './use';

export interface TempDir {
  path: string;
  /** The path of a file in it. */
  at: (name: string) => string;
  /** Writes a file in it, and the folders above that. */
  write: (name: string, content: string) => void;
  stop: () => void;
}

/** A directory of its own; its path has a blank, as the path of a checkout may. */
export function openTempDir(): TempDir {
  const path = mkdtempSync(join(tmpdir(), 'content delivery '));
  const at = (name: string): string => join(path, name);
  return {
    path,
    at,
    write: (name, content) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    stop: () => rmSync(path, { recursive: true, force: true }),
  };
}

type Fill = (dir: TempDir) => unknown;

async function openFilled(fill: Fill): Promise<TempDir> {
  const dir = openTempDir();
  await fill(dir);
  return dir;
}

/** A directory for the tests around the call; `fill` gives it its first files. */
export function useTempDir(fill: Fill = () => undefined): TempDir {
  return use(async () => openFilled(fill));
}

/** The same, another one before each test around the call. */
export function useEachTempDir(fill: Fill = () => undefined): TempDir {
  return useEach(async () => openFilled(fill));
}
