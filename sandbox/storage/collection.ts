import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './writeAtomically';

/** Records by id, read from memory and kept as a journal: one line a change, so a change costs one small write however many there are. */
export interface Collection<T> {
  get(id: string): T | undefined;
  /** In the order in which they were first put. */
  values(): T[];
  /** On disk when it returns (survives the death of the process, not of the machine). */
  put(id: string, record: T): void;
  delete(id: string): void;
  clear(): void;
}

/** The journal is written again when most of it is history. */
const historyLinesMax = 2000;

/** Opens the collection kept in `file`, made if missing. Throws when a line in the file does not fit `schema`. */
export function openCollection<T>(file: string, schema: z.ZodType<T>): Collection<T> {
  const records = existsSync(file) ? readJournal(file, schema) : new Map<string, T>();
  let lines = 0;
  const compact = () => {
    writeAtomically(file, [...records].map(([id, record]) => toLine(id, record)).join(''));
    lines = records.size;
  };
  const append = (id: string, record: T | null) => {
    appendFileSync(file, toLine(id, record));
    lines += 1;
  };
  mkdirSync(dirname(file), { recursive: true });
  compact();
  return {
    get: (id) => records.get(id),
    values: () => [...records.values()],
    put(id, record) {
      append(id, record);
      records.set(id, record);
      if (lines > 2 * records.size + historyLinesMax) compact();
    },
    delete(id) {
      append(id, null);
      records.delete(id);
    },
    clear() {
      records.clear();
      compact();
    },
  };
}

function toLine(id: string, record: unknown): string {
  return `${JSON.stringify([id, record])}\n`;
}

/** The records at the end of a journal. A last line without its end was being written when the process died: it never counted. */
function readJournal<T>(file: string, schema: z.ZodType<T>): Map<string, T> {
  const Line = z.tuple([z.string(), schema.nullable()]);
  const records = new Map<string, T>();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const [id, record] = Line.parse(JSON.parse(line));
    if (record === null) records.delete(id);
    else records.set(id, record);
  }
  return records;
}
