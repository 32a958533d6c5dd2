import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../../platforms/http/exchange';
import { redact } from './redact';
import type { RecordedAnswer } from './AnswerLog';

const Entry = z.object({
  step: z.string(),
  method: z.string(),
  call: z.string(),
  status: z.number(),
  headers: z.array(z.string()),
  body: z.unknown(),
});
const Cassette = z.object({ platform: z.string(), madeAt: z.iso.datetime(), answers: z.array(Entry) });

/** The redacted answers of a walk. */
export type Cassette = z.infer<typeof Cassette>;

/** A cassette that cannot be read. */
export class CassetteFault extends Error {
  override readonly name = 'CassetteFault';
}

/** Equal answers are kept once. */
export function cassetteOf(platform: string, madeAt: Date, answers: readonly RecordedAnswer[]): Cassette {
  const redacted = new Map(answers.map((answer) => redact(answer)).map((entry) => [JSON.stringify(entry), entry]));
  return { platform, madeAt: madeAt.toISOString(), answers: [...redacted.values()] };
}

/** @throws CassetteFault */
export async function readCassette(file: string, platform: string): Promise<Cassette> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CassetteFault(`${file} cannot be read.`);
  });
  const cassette = Cassette.safeParse(parseJson(text)).data;
  if (cassette?.platform !== platform) throw new CassetteFault(`${file} is no cassette of ${platform}.`);
  return cassette;
}
