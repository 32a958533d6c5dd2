import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { writeAtomically } from './writeAtomically';

/** Records by id: read from memory, each kept as one JSON file, so that a change costs one small write however many there are. */
export interface Collection<T> {
  get(id: string): T | undefined;
  values(): T[];
  /** On disk when it returns (survives the death of the process, not of the machine). */
  put(id: string, record: T): void;
  delete(id: string): void;
  clear(): void;
}

/** Opens the collection kept in `folder`, made if missing. Throws when a file in it is not what `schema` describes. */
export function openCollection<T>(folder: string, schema: z.ZodType<T>): Collection<T> {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${encodeURIComponent(id)}.json`);
  const records = new Map<string, T>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    records.set(
      decodeURIComponent(file.slice(0, -'.json'.length)),
      schema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    );
  }
  const remove = (id: string) => {
    records.delete(id);
    rmSync(fileOf(id), { force: true });
  };
  return {
    get: (id) => records.get(id),
    values: () => [...records.values()],
    put(id, record) {
      writeAtomically(fileOf(id), JSON.stringify(record));
      records.set(id, record);
    },
    delete: remove,
    clear() {
      for (const id of records.keys()) remove(id);
    },
  };
}
