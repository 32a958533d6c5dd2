import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { lookAtSource, openSource } from '../../activities/source/openSource';
import { postWebhook } from '../../lib/postWebhook';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { startApp } from '../support/callers/app';
import { videoBody } from '../support/build/video';
import { buildCaller } from '../support/callers/caller';
import { makePng } from '../support/media/mediaFiles';
import { contentRanges, oddAnswers } from '../support/callers/oddAnswers';
import type { OddAnswer } from '../support/callers/oddAnswers';
import { useServer } from '../support/servers/server';
import { use } from '../support/use';

/** The head of a request, in lower case. */
type Answering = (head: string) => Pick<OddAnswer, 'bytes'> & { closes?: boolean };

const picture = makePng(1280, 720);
let answering: Answering;
let heads: string[];
const source = useServer(
  createServer((socket) => {
    let asked = '';
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      const [head = '', body] = asked.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      asked = '';
      heads.push(head);
      const { bytes: answer, closes } = answering(head.toLowerCase());
      socket.write(answer);
      if (closes) socket.end();
    });
  }),
);
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`) }));
const caller = use(async () => ({ ...(await buildCaller(app, { credits: 100 })), stop: () => undefined }));
beforeEach(() => {
  heads = [];
});
const at = (path = '/media'): string => `${source.url}${path}`;
const isPlain = (head: string): boolean => !head.includes('\r\nrange:');

/** The source as publishing reads it: its bytes, or the message of the failure. */
async function publish(url = at()): Promise<Buffer | string> {
  const { signal } = new AbortController();
  try {
    return await buffer((await openSource(app.deps.safeFetch, url, signal)).body);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The source as the last look sees it. */
async function look(url = at()) {
  return lookAtSource(app.deps.safeFetch, url, new AbortController().signal).catch((error: Error) => error.message);
}

/** The same address as the media and as the picture of a post. */
async function validate(url = at()) {
  const body = videoBody(caller.connectionId, { mediaUrl: url, payload: { title: 'T', thumbnailUrl: url } });
  const answer = await caller.call('POST', '/api/v1/assignments/validate', { body });
  const { mediaUrl, 'payload.thumbnailUrl': thumbnail } = answer.body.warnings;
  return { media: answer.body.media, ofMedia: String(mediaUrl), ofPicture: thumbnail?.[0] ?? 'read' };
}

async function deliver(url = at()) {
  const message = { id: 'an id', url, event: 'published', body: '{}', attempt: 1 } as const;
  const secret = caller.webhookSecret;
  const { error, ...result } = await postWebhook(app.deps.safeFetch, message, { current: secret, previous: null });
  return { delivered: result.isDelivered, httpStatusCode: result.httpStatusCode, lastError: error };
}

async function sendTest(url = at()) {
  const { body } = await caller.call('POST', '/api/v1/webhooks/test', { body: { url } });
  return { delivered: body.delivered, httpStatusCode: body.httpStatusCode, lastError: body.lastError };
}

const texts = {
  invalid: 'The host answered with invalid HTTP.',
  cut: 'The host closed the connection before its answer was complete.',
};

function receipt(head: OddAnswer['head']) {
  if (typeof head !== 'number')
    return { delivered: false, httpStatusCode: null, lastError: `connection_reset: ${texts[head]}` };
  const delivered = head >= 200 && head <= 299;
  return {
    delivered,
    httpStatusCode: head,
    lastError: delivered ? null : `http_status: the receiver answered ${head}`,
  };
}

/** Why media cannot be read from an answer; undefined for readable media. */
function faultOf({ head, body }: Pick<OddAnswer, 'head' | 'body'>): string | undefined {
  if (typeof head !== 'number') return texts[head];
  if (head !== 200 && head !== 203) return `answered ${head} instead of the`;
  return typeof body === 'string' && body !== 'none' ? texts[body] : undefined;
}

/** Any text with these words in it. */
const saying = (words: string): unknown => expect.stringContaining(words);

describe('four callers read the same answer alike', () => {
  it.each(oddAnswers(picture))('$name', async (row) => {
    answering = () => row;
    const [published, seen, delivered, tested] = await Promise.all([publish(), validate(), deliver(), sendTest()]);
    expect([delivered, tested]).toEqual(Array(2).fill(receipt(row.begun ?? row.head)));

    const { media, ofMedia, ofPicture } = seen;
    const isSeen = faultOf({ ...row, body: 'none' }) === undefined;
    const isPicture = Buffer.isBuffer(row.body) && picture.equals(row.body);
    const fault = faultOf(row);
    expect(published).toEqual(fault === undefined ? row.body : saying(fault));
    expect([media.reachable, ofMedia]).toEqual([isSeen, saying(isSeen ? '' : (fault ?? ''))]);
    expect(ofPicture).toEqual(saying(fault ?? (isPicture ? 'read' : 'must be image/')));
  });
});

const reply = (status: number | string, ...fields: string[]): { bytes: Buffer } => ({
  bytes: Buffer.from(`HTTP/1.1 ${status} A\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`, 'latin1'),
});
const withPicture = (status: number, ...fields: string[]): { bytes: Buffer } => ({
  bytes: Buffer.concat([reply(status, ...fields, `Content-Length: ${picture.length}`).bytes, picture]),
});
const wholeRange = `Content-Range: bytes 0-${picture.length - 1}/${picture.length}`;

describe('a partial answer to a plain request', () => {
  it.each(contentRanges(picture.length))('with the range $value: whole is $isWhole', async ({ value, isWhole }) => {
    answering = () => withPicture(206, ...(value === null ? [] : [`Content-Range: ${value}`]), 'ETag: "a"');
    const published = await publish();
    const { ofPicture } = await validate();
    const refused = saying('answered 206 instead of the ');
    expect([published, ofPicture]).toEqual(isWhole ? [picture, 'read'] : [refused, refused]);
    expect(await deliver()).toEqual(receipt(206));
  });

  it('that has fewer bytes than its range says is not whole', async () => {
    answering = () => ({ bytes: Buffer.concat([reply(206, wholeRange, 'Content-Length: 5').bytes, picture]) });
    expect(await publish()).toContain('answered 206');
  });
});

describe('a source that demands Range', () => {
  it.each([400, 403, 405, 416])('and answers %d to a plain request is read, by everyone', async (status) => {
    answering = (head) => (isPlain(head) ? reply(status, 'Content-Length: 0') : withPicture(206, wholeRange));
    expect(await publish()).toEqual(picture);
    expect(heads.map((head) => /^range: (.*)$/m.exec(head)?.[1])).toEqual([undefined, 'bytes=0-']);
    expect(await look()).toMatchObject({ sizeBytes: picture.length });
    const { media, ofPicture } = await validate();
    expect(media).toMatchObject({ reachable: true, acceptsRanges: true, sizeBytes: picture.length });
    expect(ofPicture).toBe('read');
  });

  it.each([400, 403, 405, 416])('and one that refuses Range with %d is read, by everyone', async (status) => {
    answering = (head) => (isPlain(head) ? withPicture(200) : reply(status, 'Content-Length: 0'));
    expect(await publish()).toEqual(picture);
    expect(await look()).toMatchObject({ sizeBytes: picture.length });
    const { media, ofPicture } = await validate();
    expect(media).toMatchObject({ reachable: true, acceptsRanges: false, sizeBytes: picture.length });
    expect(ofPicture).toBe('read');
  });

  it.each([400, 403, 405, 416])(
    'and one that answers %d to everything is asked once more, not longer',
    async (status) => {
      answering = () => reply(status, 'Content-Length: 0');
      expect(await publish()).toContain(`The source answered ${status} instead of the media.`);
      expect(heads).toHaveLength(2);
      expect(await deliver()).toEqual(receipt(status));
      expect(heads).toHaveLength(3);
    },
  );

  it.each([401, 404, 410, 429, 500, 503])('is not meant by %d', async (status) => {
    answering = (head) => (isPlain(head) ? reply(status, 'Content-Length: 0') : withPicture(206, wholeRange));
    expect(await publish()).toContain(`The source answered ${status} instead of the media.`);
    expect(heads).toHaveLength(1);
  });
});

describe('a redirect', () => {
  /** The value of Location, as bytes, and where it leads from /a/b?c. */
  const places: [string, string][] = [
    ['/there', '/there'],
    ['there', '/a/there'],
    ['../there', '/there'],
    ['./', '/a/'],
    ['?d', '/a/b?d'],
    [`//HOST/there`, '/there'],
    ['http://HOST/there', '/there'],
    ['HTTP://HOST/there', '/there'],
    ['http://HOST', '/'],
    ['/there#part', '/there'],
    [' \t/there \t', '/there'],
    ['\r\n /there', '/there'],
    ['/a b', '/a%20b'],
    ['/\xc3\xa4', '/%C3%A4'],
    ['/\xe4', '/%E4'],
    ['/a%2Fb?c=%25', '/a%2Fb?c=%25'],
    ['\\there', '/there'],
    ['/there\r\nLocation: /elsewhere', '/there'],
    ['\r\nLocation: /there', '/there'],
  ];
  const serve = (status: number, location: string): void => {
    const field = `Location: ${location.replace('HOST', `127.0.0.1:${source.port}`)}`;
    answering = (head) =>
      head.startsWith('get /a/b?c ') ? reply(status, field, 'Content-Length: 9000') : withPicture(200);
  };

  it.each(places)('to %j is followed for media alone', async (location, path) => {
    for (const status of [301, 302, 303, 307, 308]) {
      serve(status, location);
      heads = [];
      expect(await publish(at('/a/b?c'))).toEqual(picture);
      expect(heads.map((head) => head.split(' ')[1])).toEqual(['/a/b?c', path]);
    }
    expect((await validate(at('/a/b?c'))).ofPicture).toBe('read');
    answering = () => reply(308, `Location: ${location.replace('HOST', 'x')}`);
    expect([await deliver(), await sendTest()]).toEqual([receipt(308), receipt(308)]);
  });

  it.each([
    ['http://10.0.0.1/', 'The URL must name a public host'],
    ['//169.254.169.254/latest', 'The URL must name a public host'],
    ['ftp://media.example/a', 'The URL must begin with http:// or https://.'],
    ['javascript:alert(1)', 'The URL must begin with'],
    ['http://[', 'The host redirected to something that is not a URL.'],
    ['http://me:secret@media.example/', 'The URL must not carry a user name'],
    ['/a/b?c', 'The host redirected too often.'],
  ])('to %s leads nowhere', async (location, fault) => {
    serve(302, location);
    expect(await publish(at('/a/b?c'))).toContain(fault);
    expect((await validate(at('/a/b?c'))).ofPicture).toContain(fault);
  });

  it.each([300, 304, 305, 306])('is not what %d is', async (status) => {
    serve(status, '/there');
    expect(await publish(at('/a/b?c'))).toContain(`answered ${status}`);
  });

  it.each([301, 302, 303, 307, 308])('without a place is the answer: %d', async (status) => {
    for (const location of ['', ' \t']) {
      serve(status, location);
      expect(await publish(at('/a/b?c'))).toContain(`answered ${status}`);
    }
  });
});
