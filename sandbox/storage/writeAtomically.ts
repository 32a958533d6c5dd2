import { renameSync, writeFileSync } from 'node:fs';

/** Replaces `file`: a reader, also after a kill -9, finds the old text or the new one, never a part. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
