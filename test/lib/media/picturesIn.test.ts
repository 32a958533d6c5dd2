import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf, signatureBytes } from '../../../domain/mediaFormat';
import { picturesIn } from '../../../lib/media/picturesIn';
import { root } from '../../support/programs';

async function judged(bytes: Buffer): Promise<boolean | null> {
  const format = (await formatOf(bytes.subarray(0, signatureBytes)))!;
  return picturesIn(format, bytes.length, (start, end) => new Uint8Array(bytes.subarray(start, end)));
}

const read = (name: string): Buffer => readFileSync(join(root, 'test/media/files', name));

it.each(['xvid.avi', 'mjpeg.avi', 'sorenson.flv', 'program.mpg'])('%s has pictures', async (name) => {
  expect(await judged(read(name))).toBe(true);
});

describe.each([
  ['soundonly.avi', 'movi'],
  ['soundonly.flv', undefined],
  ['soundonly.mpg', undefined],
] as const)('%s', (name, mark) => {
  it('has none', async () => {
    expect(await judged(read(name))).toBe(false);
  });

  it('tells nothing once a part in its middle is damaged: pictures may follow', async () => {
    const bytes = read(name);
    bytes.fill(0xee, mark ? bytes.indexOf(mark) : 2500, mark ? bytes.indexOf(mark) + 4 : bytes.length);
    expect(await judged(bytes)).toBeNull();
  });
});
