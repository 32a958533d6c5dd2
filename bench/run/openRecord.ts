import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Opens the record of one bench: a file of JSON lines in `folder`, each written as soon as it is known, so that a bench
 * that is broken off keeps its earlier lines. Each line is said as well.
 */
export function openRecord(folder: string, benchName: string, say: (line: string) => void): (line: object) => void {
  const startedAt = new Date().toISOString().replaceAll(':', '');
  const file = join(folder, `${benchName}-${startedAt}.jsonl`);
  return (line) => {
    const text = JSON.stringify(line);
    appendFileSync(file, `${text}\n`);
    say(`  ${text}`);
  };
}
