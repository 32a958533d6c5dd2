/** A stream whose first bytes can be looked at before it is read. */
export interface Peekable {
  /**
   * The first bytes, at least so many unless the stream ends before. It reads on only as far as needed.
   * @throws the error of the stream; `body` then throws the same
   */
  peek: (lengthBytes: number) => Promise<Uint8Array>;
  /** The whole stream, the bytes looked at included. To be read once, after the last look. */
  body: AsyncIterable<Uint8Array>;
}

/** The first bytes of a stream, read before the rest. */
interface Head {
  pieces: Uint8Array[];
  lengthBytes: number;
  hasEnded: boolean;
  /** From then on nothing is added. */
  isRead: boolean;
}

export function peekable(source: AsyncIterable<Uint8Array>): Peekable {
  const iterator = source[Symbol.asyncIterator]();
  const head: Head = { pieces: [], lengthBytes: 0, hasEnded: false, isRead: false };
  let pulling = Promise.resolve();

  async function pull(lengthBytes: number): Promise<void> {
    while (head.lengthBytes < lengthBytes && !head.hasEnded && !head.isRead) {
      const { done, value } = await iterator.next();
      if (done) {
        head.hasEnded = true;
      } else {
        head.pieces.push(value);
        head.lengthBytes += value.length;
      }
    }
  }

  async function* readAll(): AsyncGenerator<Uint8Array> {
    head.isRead = true;
    try {
      // A look that was given up may still wait for its next piece.
      await pulling;
      while (head.pieces.length > 0) yield* head.pieces.splice(0, 1);
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  return {
    peek: async (lengthBytes) => {
      pulling = pulling.then(async () => pull(lengthBytes));
      await pulling;
      return Buffer.concat(head.pieces);
    },
    body: readAll(),
  };
}
