import { imageSize } from 'image-size';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPictureMaker, UnreadablePicture } from '../../../lib/pictures/pictureMaker';
import { openPictureMaker } from '../../support/media/pictureMaker';
import { orientedPhoto, photo, pngOf } from '../../support/media/pictures';
import { use } from '../../support/use';

const { signal } = new AbortController();
const making = use(async () => {
  const { make, close: stop } = openPictureMaker();
  return { make: async (file: Buffer) => make(Uint8Array.from(file), signal), stop };
});

const gif = Buffer.from('47494638396102000100800000ff000000ff002c00000000020001000002024c0a003b', 'hex');

it.each<[string, Buffer, number, number]>([
  ['a photo', photo, 320, 180],
  ['a photo that lies on its side', orientedPhoto(6), 180, 320],
  ['a PNG', pngOf(1280, 720, [200, 40, 40]), 320, 180],
  ['a picture that is small already', pngOf(40, 30, [0, 0, 0]), 40, 30],
  ['a very flat picture', pngOf(4000, 2, [0, 0, 0]), 320, 1],
  ['a large picture', pngOf(5000, 5000, [9, 9, 9]), 320, 320],
  ['a GIF', gif, 2, 1],
])('%s becomes a small JPEG', async (_what, file, width, height) => {
  const jpeg = await making.make(file);
  expect(imageSize(jpeg)).toMatchObject({ type: 'jpg', width, height });
  expect(jpeg.length).toBeLessThanOrEqual(65_536);
});

it.each<[string, Buffer]>([
  ['a page', Buffer.from('<!doctype html><title>No picture</title>')],
  ['nothing', Buffer.alloc(0)],
  ['a film', Buffer.from('000000186674797069736f6d', 'hex')],
  ['half a PNG', pngOf(640, 480, [1, 2, 3]).subarray(0, 200)],
  ['a photo that ends early', photo.subarray(0, 500)],
  ['a picture of too many pixels', pngOf(5001, 5000, [0, 0, 0])],
])('%s is no picture, and the next file is read', async (_what, file) => {
  await expect(making.make(file)).rejects.toBeInstanceOf(UnreadablePicture);
  expect(imageSize(await making.make(photo))).toMatchObject({ width: 320 });
});

it('makes pictures that come at the same time one after the other', async () => {
  const made = await Promise.all([photo, gif, photo].map(making.make));
  expect(made.map((jpeg) => imageSize(jpeg).width)).toEqual([320, 2, 320]);
});

describe('a file that leads the decoder astray', () => {
  const misled = use(async () => {
    const shrinkPath = join(__dirname, 'hostileShrink.cjs');
    const { make, close: stop } = createPictureMaker({ logger: pino({ level: 'silent' }), shrinkPath, makeMs: 500 });
    return { make: async (kind: number) => make(Uint8Array.of(kind), signal), stop };
  });

  it.each([
    ['loops for ever', 1],
    ['ends its thread', 2],
    ['throws', 3],
  ])('is no picture, and the next one is read: the decoder %s', async (_what, kind) => {
    await expect(misled.make(kind)).rejects.toBeInstanceOf(UnreadablePicture);
    expect([...(await misled.make(0))]).toEqual([7]);
  });
});
