import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { help, readOptions, replayLine } from './options';
import type { ProveOptions } from './options';
import { showProgress } from './progress';
import { prove } from './prove';
import { isFast, isProven, summaryOf } from './summary';

/** The program of `bin/prove.mjs`. SIGTERM stops it, and all that it has started. */
async function main(words: string[]): Promise<number> {
  if (words.includes('--help')) return say([help]);
  const options = readOptions(words, () => randomInt(2 ** 32));
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  process.on('SIGTERM', () => stopping.abort());
  say([replayLine(options), '']);
  return run(options, stopping.signal);
}

async function run(options: ProveOptions, signal: AbortSignal): Promise<number> {
  const progress = showProgress(process.stdout);
  try {
    const outcome = await prove(options, progress, signal);
    progress.end();
    say(summaryOf(outcome));
    return isProven(outcome) && isFast(outcome) ? 0 : 1;
  } catch (error) {
    progress.end();
    if (signal.aborted) return 143;
    say(['The same chaos again:', `  ${replayLine(options)}`]);
    throw error;
  }
}

function say(lines: string[]): 0 {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`\nError: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
