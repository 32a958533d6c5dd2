import { peekable } from '../../../lib/media/peek';

const pieces = ['ab', 'cd', 'ef'].map((text) => Buffer.from(text));

/** Notes how many pieces were taken. */
function streamOf(given: readonly Buffer[], fault?: Error) {
  const taken = { count: 0, isClosed: false };
  async function* run() {
    try {
      for (const piece of given) {
        taken.count += 1;
        yield piece;
      }
      if (fault) throw fault;
    } finally {
      taken.isClosed = true;
    }
  }
  return { taken, stream: run() };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
}

describe('a stream whose first bytes are looked at', () => {
  it('is read no further than needed, and then brings all of its bytes', async () => {
    const { taken, stream } = streamOf(pieces);
    const { peek, body } = peekable(stream);

    expect(Buffer.from(await peek(3)).toString()).toBe('abcd');
    expect(Buffer.from(await peek(1)).toString()).toBe('abcd');
    expect(taken.count).toBe(2);
    expect(await textOf(body)).toBe('abcdef');
    expect(taken.isClosed).toBe(true);
  });

  it('gives what it has where it ends before', async () => {
    const { peek, body } = peekable(streamOf(pieces).stream);
    expect(Buffer.from(await peek(100)).toString()).toBe('abcdef');
    expect(await textOf(body)).toBe('abcdef');
  });

  it('throws the same when it is read as when it was looked at', async () => {
    const { peek, body } = peekable(streamOf(pieces, new Error('cut')).stream);
    await expect(peek(100)).rejects.toThrow('cut');
    await expect(textOf(body)).rejects.toThrow('cut');
  });

  it('loses nothing of a look that was given up', async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    async function* slow() {
      yield pieces[0]!;
      await waiting;
      yield pieces[1]!;
      yield pieces[2]!;
    }
    const { peek, body } = peekable(slow());
    const given = peek(100);
    const read = textOf(body);
    release();
    expect(await read).toBe('abcdef');
    await given;
  });

  it('is closed when its reader stops in the middle', async () => {
    const { taken, stream } = streamOf(pieces);
    const { body } = peekable(stream);
    for await (const piece of body) if (piece.length > 0) break;
    expect(taken).toEqual({ count: 1, isClosed: true });
  });
});
