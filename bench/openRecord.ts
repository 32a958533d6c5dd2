import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Opens the record of one bench: a file of JSON lines in bench/results/, each written as soon as it is known, so that a
 * bench that is broken off keeps what it had. Each line is said as well.
 */
export function openRecord(benchName: string, say: (line: string) => void): (line: object) => void {
  const folder = join(__dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${benchName}-${new Date().toISOString().replaceAll(':', '')}.jsonl`);
  return (line) => {
    const text = JSON.stringify(line);
    appendFileSync(file, `${text}\n`);
    say(`  ${text}`);
  };
}
