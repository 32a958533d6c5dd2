import { randomBytes } from 'node:crypto';

/** Readable, each with another random end; without Latin letters and digits the random end alone tells them apart. */
export function* slugsFor(name: string): Generator<string> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  for (;;) yield `${words || 'organization'}-${randomBytes(4).toString('hex')}`;
}
