import { mediaBlocks } from '../../../platforms/youtube/mediaBlocks';
import { piecesOf, videoBytes } from '../../support/media/media';

describe('media of unknown length on its way to YouTube', () => {
  it('is cut into blocks of which exactly the last one says so', async () => {
    const blockBytes = 4 * 1024 * 1024;
    for (const sizeBytes of [0, 100, blockBytes - 1, blockBytes, blockBytes + 1, 3 * blockBytes]) {
      const bytes = sizeBytes === 0 ? Buffer.alloc(0) : videoBytes(sizeBytes);
      const blocks: Buffer[] = [];
      const last: boolean[] = [];
      for await (const block of mediaBlocks(piecesOf(bytes, 0, 1_000_003))) {
        blocks.push(block.bytes);
        last.push(block.isLast);
      }
      expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
      expect(last).toEqual(blocks.map((_, index) => index === blocks.length - 1));
      expect(blocks.slice(0, -1).every((block) => block.length === blockBytes)).toBe(true);
    }
  });
});
