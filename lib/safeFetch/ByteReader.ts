import { OutboundError } from './OutboundError';

/** The bytes that some lines may still have. */
export interface LineBudget {
  bytesLeft: number;
}

const lineFeed = 0x0a;

/** Reads the bytes of a connection in order, and no more bytes than are asked for. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #ahead: Buffer | null = null;

  constructor(connection: AsyncIterable<Buffer>) {
    this.#chunks = connection[Symbol.asyncIterator]();
  }

  /** The next bytes, at least one and at most so many; null at the end. */
  async some(bytesMax = Infinity): Promise<Buffer | null> {
    const bytes = this.#ahead ?? (await this.#next());
    this.#ahead = bytes && bytes.length > bytesMax ? bytes.subarray(bytesMax) : null;
    return bytes && bytes.subarray(0, bytesMax);
  }

  /**
   * A line without its end, which is CR LF or LF (RFC 9112 §2.2).
   * @throws OutboundError `protocol_error` above the budget, `connection_reset` where the connection ends within the line
   */
  async line(budget: LineBudget): Promise<string> {
    const parts: Buffer[] = [];
    for (;;) {
      const bytes = await this.some();
      if (bytes === null) throw new OutboundError('connection_reset');
      const length = bytes.indexOf(lineFeed) + 1 || bytes.length;
      const part = bytes.subarray(0, length);
      if (length < bytes.length) this.#ahead = bytes.subarray(length);
      budget.bytesLeft -= length;
      if (budget.bytesLeft < 0) throw new OutboundError('protocol_error');
      parts.push(part);
      if (part.at(-1) === lineFeed)
        return Buffer.concat(parts)
          .toString('latin1')
          .replace(/\r?\n$/, '');
    }
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    return done ? null : value;
  }
}
