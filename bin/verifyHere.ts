import { createInterface } from 'node:readline';
import { environmentHere } from '../lib/config';
import { verify } from './verify/verify';

/**
 * `verify` in this process: it prints to standard output and reads pasted addresses from standard input. The first signal ends
 * the walk in order: it removes all that was made. A second one ends the process at once.
 * @returns the exit code
 */
export async function verifyHere(words: readonly string[]): Promise<number> {
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  const lines = createInterface({ input: process.stdin });
  const interruption = new AbortController();
  const stop = (): void => {
    if (interruption.signal.aborted) {
      tell('Ended at once: look at the page or channel for what the walk has made.');
      process.exit(130);
    }
    tell('Interruption: what the walk has made is removed …');
    interruption.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await verify(words, { environment: environmentHere(), tell, lines, interrupted: interruption.signal });
  } finally {
    lines.close();
    process.stdin.destroy();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
