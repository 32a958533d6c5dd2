import { gzipSync } from 'node:zlib';

/** The bytes of a server's answer, and their meaning. */
export interface OddAnswer {
  name: string;
  /** Everything that is sent before the body ends; a server that frames it keeps the connection open. */
  bytes: Buffer;
  /** The final status, or why there is no answer. */
  head: number | 'invalid' | 'cut';
  /** The status whose line has come, and not the fields after it. */
  begun?: number;
  /** The body that a client has to read: all of it as sent, or how it breaks. */
  body: Buffer | 'cut' | 'invalid' | 'none';
  /** The end of the connection is the end of the body, or comes before it. */
  closes: boolean;
}

type Given = Partial<Pick<OddAnswer, 'head' | 'begun' | 'body' | 'closes'>>;

/**
 * The answers that RFC 9110 and RFC 9112 let a server send with these bytes as its content, and the answers that they
 * make a client refuse. Each line is one form of one rule.
 */
export function oddAnswers(content: Buffer): OddAnswer[] {
  const length = content.length;
  const field = `Content-Length: ${length}`;
  const row = (name: string, head: string | Buffer, body: Buffer | string, given: Given = {}): OddAnswer => {
    const bytes = Buffer.concat([Buffer.from(head as string, 'latin1'), Buffer.from(body as string, 'latin1')]);
    return { name, bytes, head: 200, body: content, closes: false, ...given };
  };
  const whole = (name: string, head: string, given?: Given) => row(name, `${head}\r\n\r\n`, content, given);
  const withField = (name: string, fields: string, given?: Given) => whole(name, `HTTP/1.1 200 OK\r\n${fields}`, given);
  const after = (name: string, interim: string, given?: Given) =>
    whole(name, `${interim}HTTP/1.1 200 OK\r\n${field}`, given);
  const size = length.toString(16);
  const chunked = (name: string, body: string, given?: Given) =>
    row(name, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', body, given);
  const text = content.toString('latin1');
  const refused: Given = { head: 'invalid', body: 'none' };
  return [
    ...[100, 101, 102, 103, 104, 110, 150, 199].flatMap((status) => [
      after(`${status} that nobody asked for`, `HTTP/1.1 ${status} Interim\r\n\r\n`),
      after(`${status} with fields and without a reason`, `HTTP/1.1 ${status}\r\nLink: </a>\r\nX: \r\n\r\n`),
    ]),
    after('101 that names a protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'),
    after('103 with a length of its own', 'HTTP/1.1 103 Early Hints\r\nContent-Length: 7\r\n\r\n'),
    after(
      'forty interim answers of all sorts',
      [100, 101, 102, 103]
        .map((n) => `HTTP/1.1 ${n} A\r\n\r\n`)
        .join('')
        .repeat(10),
    ),
    after('interim answers without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(4000), refused),
    after('an interim answer in HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'),
    row('only an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n', '', { head: 'cut', body: 'none', closes: true }),

    withField('a length', field),
    withField('lower-case names', field.toLowerCase()),
    withField('upper-case names', field.toUpperCase()),
    withField('an equal length twice', `${field}\r\n${field}`),
    withField('an equal length three times, apart', `${field}\r\nX-A: b\r\n${field.toLowerCase()}\r\n${field}`),
    withField('an equal length in a list', `Content-Length: ${length}, ${length}`),
    withField('an equal length in a list and again', `Content-Length: ${length},${length} , ${length}\r\n${field}`),
    withField('an equal length with zeros before it', `${field}\r\nContent-Length: 00${length}`),
    withField('different lengths', `${field}\r\nContent-Length: ${length + 1}`, refused),
    withField('different lengths in a list', `Content-Length: ${length}, 1`, refused),
    withField('a length that is empty', 'Content-Length:', refused),
    withField('a length with a sign', `Content-Length: +${length}`, refused),
    withField('a length below zero', 'Content-Length: -1', refused),
    withField('a length in hexadecimal', 'Content-Length: 0x10', refused),
    withField('a length beyond all numbers', `Content-Length: 1${'0'.repeat(30)}`, refused),
    withField('a length of words', 'Content-Length: many', refused),
    withField('a length above what comes', `Content-Length: ${length + 1}`, { body: 'cut', closes: true }),
    row('more bytes than its length', `HTTP/1.1 200 OK\r\n${field}\r\n\r\n`, Buffer.concat([content, content])),
    withField('no length', 'X-A: b', { closes: true }),
    whole('no field', 'HTTP/1.1 200 OK', { closes: true }),
    whole('HTTP/1.0', 'HTTP/1.0 200 OK\r\nServer: old', { closes: true }),
    whole('HTTP/1.0 with a length', `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${field}`),
    whole('a later version', `HTTP/1.9 200 OK\r\n${field}`),

    chunked('one chunk', `${size}\r\n${text}\r\n0\r\n\r\n`),
    chunked(
      'chunks of a byte',
      [...content].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('') + '0\r\n\r\n',
    ),
    chunked('extensions', `${size};a;b=c;d="e;f"\r\n${text}\r\n0;last\r\n\r\n`),
    chunked('extensions with white space', `${size} ; a = b\t\r\n${text}\r\n0 \r\n\r\n`),
    chunked('trailers', `${size}\r\n${text}\r\n0\r\nX-Sum: 1\r\nX-Sum: 2\r\nContent-Length: 1\r\n\r\n`),
    chunked('zeros and capitals in the sizes', `000${size.toUpperCase()}\r\n${text}\r\n000\r\n\r\n`),
    chunked('no end after the last chunk', `${size}\r\n${text}\r\n0\r\n`, { closes: true }),
    chunked('no last chunk', `${size}\r\n${text}\r\n`, { body: 'cut', closes: true }),
    chunked('a size that is none', `g\r\n${text}\r\n0\r\n\r\n`, { body: 'invalid' }),
    chunked('a size below zero', `-1\r\n${text}\r\n0\r\n\r\n`, { body: 'invalid' }),
    chunked('a size beyond all numbers', `${'f'.repeat(17)}\r\n${text}\r\n0\r\n\r\n`, { body: 'invalid' }),
    chunked('a chunk that is longer than its size', `1\r\n${text}\r\n0\r\n\r\n`, { body: 'invalid' }),
    chunked('an extension without end', `${size};${'a'.repeat(100_000)}`, { body: 'invalid' }),
    ...[
      'Chunked',
      'identity, chunked',
      'chunked\r\nTransfer-Encoding: chunked',
      `chunked\r\n${field}1`,
      ',chunked,',
    ].map((coding) =>
      row(
        `the coding ${JSON.stringify(coding)}`,
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n`,
        `${size}\r\n${text}\r\n0\r\n\r\n`,
      ),
    ),
    withField('a coding that nobody asked for', 'Transfer-Encoding: gzip, chunked', refused),
    row(
      'content that is packed though nobody asked',
      `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipSync(content).length}\r\n\r\n`,
      gzipSync(content),
      { body: gzipSync(content) },
    ),

    whole('no reason', `HTTP/1.1 200 \r\n${field}`),
    whole('no reason and no space', `HTTP/1.1 200\r\n${field}`),
    whole('a reason of any bytes', `HTTP/1.1 200 \xd6K \x80\t!\r\n${field}`),
    whole('empty lines before it', `\r\n\r\nHTTP/1.1 200 OK\r\n${field}`),
    row('lines that end with LF', `HTTP/1.1 200 OK\n${field}\nX-A: b\n\n`, content),
    withField('a folded value', `X-A: a\r\n b\r\n\t c\r\n${field}`),
    withField('a folded length', `Content-Length:\r\n ${length}\r\n \r\nX-A: b`),
    withField('empty values', `X-A:\r\nETag:\r\nLast-Modified: \r\nContent-Type:\r\nLocation:\r\n${field}`),
    withField('white space around a value', `Content-Length: \t ${length} \t `),
    withField('white space before a colon', `Content-Length : ${length}`),
    withField('values of any bytes', `X-A: \x80\xff\xe4\r\nETag: "\xe4"\r\n${field}`),
    withField('fields that come again', `ETag: "a"\r\nETag: "b"\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n${field}`),
    withField('names of all characters', `!#$%&'*+-.^_\`|~0aZ: a\r\n__proto__: b\r\nconstructor: c\r\n${field}`),
    withField('a protocol that it offers', `Upgrade: h2c\r\nConnection: upgrade\r\n${field}`),
    withField('odd words about the connection', `Connection: close, foo,\r\nKeep-Alive: timeout=x\r\n${field}`),
    withField('a value of 60,000 bytes', `X-A: ${'a'.repeat(60_000)}\r\n${field}`),
    withField('fields of a megabyte', `${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(1000)}${field}`, refused),
    withField('a line that is no field', `no field\r\n${field}`, refused),
    withField('a name with a space', `X A: b\r\n${field}`, refused),
    withField('a field without a name', `: b\r\n${field}`, refused),
    withField('a fold before the first field', ` X-A: b\r\n${field}`, refused),
    whole('another protocol', 'SSH-2.0-OpenSSH_9.9', refused),
    whole('a later protocol', `HTTP/2 200 OK\r\n${field}`, refused),
    whole('no status', `HTTP/1.1 OK\r\n${field}`, refused),
    whole('a status of two digits', `HTTP/1.1 20 OK\r\n${field}`, refused),
    ...['099', '600', '999', '2000'].map((status) =>
      whole(`the status ${status}`, `HTTP/1.1 ${status} A\r\n${field}`, refused),
    ),
    row('nothing', '', '', { head: 'cut', body: 'none', closes: true }),
    row('half a field', 'HTTP/1.1 200 OK\r\nConte', '', { head: 'cut', begun: 200, body: 'none', closes: true }),

    ...[204, 304].map((status) =>
      row(`${status} with a length`, `HTTP/1.1 ${status} A\r\n${field}\r\n\r\n`, '', {
        head: status,
        body: Buffer.alloc(0),
      }),
    ),
    ...[201, 203, 300, 404, 418, 451, 500, 599].map((status) =>
      whole(`${status}`, `HTTP/1.1 ${status} A\r\n${field}`, { head: status }),
    ),
  ];
}

/** Values of Content-Range for content of `length` bytes, and whether each value covers all of the content. */
export function contentRanges(length: number): { value: string | null; isWhole: boolean }[] {
  const last = length - 1;
  return [
    { value: `bytes 0-${last}/${length}`, isWhole: true },
    { value: `Bytes  0-${last}/${length}`, isWhole: true },
    { value: `BYTES 00-${last}/0${length}`, isWhole: true },
    { value: null, isWhole: false },
    { value: '', isWhole: false },
    { value: `bytes 0-${last}/*`, isWhole: false },
    { value: `bytes 0-${last}/${length + 1}`, isWhole: false },
    { value: `bytes 0-${last - 1}/${length}`, isWhole: false },
    { value: `bytes 1-${last}/${length}`, isWhole: false },
    { value: `bytes 0-${last + 1}/${length}`, isWhole: false },
    { value: `bytes ${last}-0/${length}`, isWhole: false },
    { value: `bytes */${length}`, isWhole: false },
    { value: `lines 0-${last}/${length}`, isWhole: false },
    { value: 'all of it', isWhole: false },
  ];
}
