import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { writeAtomically } from './writeAtomically';

/** One record in one JSON file. */
export interface Document<T> {
  read(): T;
  /** On disk when it returns (survives the death of the process, not of the machine). */
  write(record: T): void;
}

/** Opens the record kept in `file`, `initial` if there is no file yet. Throws when the file does not fit `schema`. */
export function openDocument<T>(file: string, schema: z.ZodType<T>, initial: T): Document<T> {
  mkdirSync(dirname(file), { recursive: true });
  let record = existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : initial;
  return {
    read: () => record,
    write(next) {
      writeAtomically(file, JSON.stringify(next));
      record = next;
    },
  };
}
