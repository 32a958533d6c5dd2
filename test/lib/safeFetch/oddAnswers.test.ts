import { bodyLengthOf, readBody } from '../../../lib/safeFetch/answerBody';
import { readHead } from '../../../lib/safeFetch/answerHead';
import { ByteReader } from '../../../lib/safeFetch/ByteReader';
import { OutboundError } from '../../../lib/safeFetch/OutboundError';
import { oddAnswers } from '../../support/callers/oddAnswers';
import type { OddAnswer } from '../../support/callers/oddAnswers';

/** Has line ends, a NUL and bytes that are no text. */
const content = Buffer.from('HTTP/1.1 500 No\r\n\r\n\0\xff\xfe0\r\n\r\n\nend', 'latin1');
const answers = oddAnswers(content);
const reasons = { invalid: 'protocol_error', cut: 'connection_reset' };

/** A connection that brings its bytes in such pieces, and then ends. */
async function* inPieces(bytes: Buffer, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += sizeBytes) yield bytes.subarray(start, start + sizeBytes);
}

async function read(bytes: Buffer, pieceBytes: number) {
  const statuses: number[] = [];
  const body: Buffer[] = [];
  let headers: unknown;
  try {
    const reader = new ByteReader(inPieces(bytes, pieceBytes));
    const head = await readHead(reader, (status) => statuses.push(status));
    ({ headers } = head);
    for await (const piece of readBody(reader, bodyLengthOf(head))) body.push(piece);
    return { statuses, headers, body: Buffer.concat(body), reason: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { statuses, headers, body: Buffer.concat(body), reason: error.reason };
  }
}

/** The result that a client has to give for an answer. */
function expected({ head, body }: OddAnswer) {
  if (typeof head !== 'number') return { reason: reasons[head] };
  const answered = { statuses: [head] };
  if (Buffer.isBuffer(body)) return { ...answered, body, reason: null };
  return { ...answered, reason: body === 'none' ? null : reasons[body] };
}

describe('an answer is read as it was sent', () => {
  it.each(answers)('$name', async (answer) => {
    const whole = await read(answer.bytes, answer.bytes.length + 1);
    expect(whole).toMatchObject(expected(answer));
    for (const pieceBytes of [1, 2, 3, 7, 100]) expect(await read(answer.bytes, pieceBytes)).toEqual(whole);
  });

  it.each(answers.filter(({ body, closes }) => Buffer.isBuffer(body) && !closes))(
    'to the end that it has by itself: $name',
    async ({ bytes, body }) => {
      const more = Buffer.concat([bytes, Buffer.from('HTTP/1.1 200 OK\r\n\r\nmore')]);
      expect(await read(more, 5)).toMatchObject({ body, reason: null });
    },
  );

  it('keeps each value of a field, in Latin-1, without its folds and its white space', async () => {
    const fields = 'A: 1\r\na:\t2 \r\nB: x\r\n  y\r\n\tz\r\nC: \xe4\0b\rc\r\nD:\r\n__proto__: e';
    const { headers } = await read(Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`, 'latin1'), 3);
    expect(Object.entries(headers as object)).toEqual([
      ['a', ['1', '2']],
      ['b', expect.stringMatching(/^x\s+y\s+z$/)],
      ['c', '\xe4 b c'],
      ['d', ''],
      ['__proto__', 'e'],
    ]);
  });
});
