import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Failpoints of processes that were started with `folder` as their `FAILPOINTS` (lib/failpoint.ts). */
export interface ArmedPoints {
  folder: string;
  /** Lets the next process that reaches the point die there, stand still, or pass; the point then counts as not reached. */
  arm: (point: string, action: 'kill' | 'pause' | 'visit') => void;
  /** Tells whether a process has come to the point. It may not stand yet: woken too early, it would stand for ever. */
  isReached: (point: string) => boolean;
  /** Points that were armed and not reached so far. */
  armed: () => string[];
  /** The same; from now on nothing is armed. */
  disarm: () => string[];
  remove: () => void;
}

/** @param known the points that there are: no other can be armed */
export function openArmedPoints(known: readonly string[]): ArmedPoints {
  const folder = mkdtempSync(join(tmpdir(), 'failpoints-'));
  const armed = (): string[] => readdirSync(folder).filter((file) => !file.endsWith('.hit'));
  return {
    folder,
    arm: (point, action) => {
      if (!known.includes(point)) throw new Error(`there is no failpoint ${point}`);
      const file = join(folder, `${point}.${action}`);
      rmSync(`${file}.hit`, { force: true });
      writeFileSync(file, '');
    },
    isReached: (point) => existsSync(join(folder, `${point}.pause.hit`)),
    armed,
    disarm: () => {
      const left = armed();
      for (const file of left) rmSync(join(folder, file), { force: true });
      return left;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
