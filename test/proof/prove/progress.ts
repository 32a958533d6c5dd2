import { killKinds } from './chaos';
import type { Struck } from './strikes';
import type { Watcher } from './prove';

interface Screen {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/** Shows how far a run is: one line that changes in a terminal, one line each time elsewhere. */
export function showProgress(
  screen: Screen,
  nowMs: () => number = () => performance.now(),
): Watcher & { end: () => void } {
  const begunMs = nowMs();
  const strikes: Struck[] = [];
  let phase = '';
  let hasLine = false;

  function show(text: string): void {
    screen.write(screen.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
    hasLine = screen.isTTY === true;
  }

  return {
    phase: (name) => (phase = name),
    struck: (struck) => void (struck.hasStruck && strikes.push(struck)),
    counts: (counts) => {
      const kills = strikes.filter(({ kind }) => killKinds.some((kill) => kill === kind)).length;
      const assignments = counts && Object.entries(counts).map(([status, count]) => `${status} ${count}`);
      const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
      const work =
        assignments === undefined ? 'the database does not answer' : [`asked ${all}`, ...assignments].join('  ');
      show(`${clock(nowMs() - begunMs)}  ${phase}  kills ${kills}  troubles ${strikes.length - kills}  ${work}`);
    },
    end: () => void (hasLine && screen.write('\n')),
  };
}

function clock(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor(ms / 1000) % 60];
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`;
}
