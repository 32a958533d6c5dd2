import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../platforms/http/exchange';

const Thing = z.object({ id: z.string(), madeAt: z.iso.datetime() });
const Row = z.object({
  id: z.string(),
  assumed: z.string(),
  verdict: z.enum(['seen', 'broken', 'not seen']),
  words: z.string(),
  follows: z.string().optional(),
});

/** The things of a walk that a walk of another day needs. The only secret is encrypted. */
const ResumeState = z.object({
  platform: z.string(),
  /** When the first walk was made. */
  at: z.iso.datetime(),
  rows: z.array(Row),
  channelId: z.string().nullable(),
  /** YouTube's refresh token, sealed with SECRETS_KEY; null: there was no key. */
  sealedToken: z.string().nullable(),
  /** When the grant ends by itself; null: the platform has named no end. */
  grantEndsAt: z.iso.datetime().nullable(),
  /** An unpublished photo and an unpublished post of a page. */
  photo: Thing.nullable(),
  draft: Thing.nullable(),
});
export type ResumeState = z.infer<typeof ResumeState>;

/** Nothing is kept yet. */
export function emptyKeeping(platform: string, at: Date): ResumeState {
  const things = { channelId: null, sealedToken: null, grantEndsAt: null, photo: null, draft: null };
  return { platform, at: at.toISOString(), rows: [], ...things };
}

/** A file that cannot be used, in words for the operator. */
export class ResumeFault extends Error {
  override readonly name = 'ResumeFault';
}

const Absent = z.object({ code: z.literal('ENOENT') });

/** Reads the file of an earlier walk; null: there is none. @throws ResumeFault */
export async function readKeeping(file: string, platform: string): Promise<ResumeState | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (Absent.safeParse(error).success) return null;
    throw new ResumeFault(`${file} cannot be read.`);
  });
  if (text === null) return null;
  const kept = ResumeState.safeParse(parseJson(text)).data;
  if (kept?.platform !== platform) throw new ResumeFault(`${file} is not of a walk of ${platform}: remove it.`);
  return kept;
}

/** Writes the file for its owner alone (mode 0600), whole or not at all. @throws ResumeFault */
export async function writeKeeping(file: string, kept: ResumeState): Promise<void> {
  await writePrivately(file, JSON.stringify(kept, null, 2));
}

/** Removes the file of a walk that is over. */
export async function removeKeeping(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** @throws ResumeFault */
export async function writePrivately(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(fresh, text, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, file);
  } catch {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new ResumeFault(`${file} cannot be written: name another file.`);
  }
}
