import type { RequestListener, ServerResponse } from 'node:http';
import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import { startApp } from '../../../support/callers/app';
import { videoBody } from '../../../support/build/video';
import { buildCaller, useCaller } from '../../../support/callers/caller';
import { makeFilm, makePng } from '../../../support/media/mediaFiles';
import { useServer } from '../../../support/servers/server';
import { until } from '../../../support/until';
import { use } from '../../../support/use';
import { servePart } from '../servePart';

let answerMedia: RequestListener;
const source = useServer((request, response) => answerMedia(request, response));
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`) }));
const caller = useCaller(app, { credits: 100 });

const validate = (overrides: Record<string, unknown> = {}) =>
  caller.call('POST', '/api/v1/assignments/validate', {
    body: videoBody(caller.connectionId, { mediaUrl: `${source.url}/coast-path.mp4`, ...overrides }),
  });

const noFacts = {
  format: null,
  durationSeconds: null,
  width: null,
  height: null,
  rotationDegrees: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
};
const notReachable = { reachable: false, contentType: null, sizeBytes: null, acceptsRanges: false, ...noFacts };

describe('warnings about the media', () => {
  it('say what a source answers instead of the media', async () => {
    answerMedia = (_request, response) => response.writeHead(404).end();

    expect((await validate()).body).toMatchObject({
      valid: true,
      warnings: { mediaUrl: ['answered 404 instead of the media'] },
      media: notReachable,
    });
  });

  it('say that a source does not answer, or leads to an address that is not public', async () => {
    answerMedia = (request) => request.socket.destroy();
    const reset = await validate();
    expect(reset.body.warnings).toEqual({
      mediaUrl: ['The host closed the connection before its answer was complete.'],
    });

    answerMedia = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    const blocked = await validate();
    expect(blocked.body).toMatchObject({
      warnings: { mediaUrl: ['The URL must name a public host, and a port that is used for HTTP.'] },
      media: notReachable,
    });
  });

  it('say that the media is larger than its type takes', async () => {
    answerMedia = (_request, response) => response.writeHead(206, { 'content-range': 'bytes 0-0/1073741825' }).end('a');

    const unread = 'could not be checked against the limits of the type: its server sent less than it was asked for';
    expect((await validate({ type: 'short' })).body.warnings).toEqual({
      mediaUrl: ['has 1073741825 bytes; the type short takes at most 1073741824', unread],
    });
    expect((await validate()).body.warnings).toEqual({ mediaUrl: [unread] });
  });

  it('say which limit the media are above, and name the field and its value', async () => {
    const long = await makeFilm({ seconds: 190, frameRate: 2 });
    answerMedia = (request, response) => servePart(long, request, response);

    expect((await validate({ type: 'short' })).body).toMatchObject({
      valid: true,
      warnings: { mediaUrl: ['durationSeconds is 190; a short may have at most 180'] },
      media: { durationSeconds: 190, frameRate: 2 },
    });
    expect((await validate()).body.warnings).toEqual({});
  });

  it('say what the platform recommends for a Short, and nothing of a video', async () => {
    const wide = await makeFilm({ seconds: 4 });
    answerMedia = (request, response) => servePart(wide, request, response);
    const advice = 'width and height are 320 × 180; a short is best with a vertical or square picture';
    expect((await validate({ type: 'short' })).body).toMatchObject({ valid: true, warnings: { mediaUrl: [advice] } });
    expect((await validate()).body.warnings).toEqual({});
    const upright = await makeFilm({ seconds: 4, rotation: 90 });
    answerMedia = (request, response) => servePart(upright, request, response);
    expect((await validate({ type: 'short' })).body.warnings).toEqual({});
  });

  it('say that the media are not of the kind that the type takes, whatever their server calls them', async () => {
    answerMedia = (request, response) => servePart(makePng(640, 480), request, response);

    expect((await validate()).body).toMatchObject({
      valid: true,
      warnings: { mediaUrl: ['format is image/png; a video needs video/*'] },
      media: { contentType: 'video/mp4', format: 'image/png', width: 640, height: 480 },
    });
  });

  it.each<[string, string, RequestListener]>([
    [
      'knows no ranges',
      'its server does not serve parts of it (Range)',
      (_request, response) => response.writeHead(200, { 'content-length': 3 }).end('abc'),
    ],
    [
      'does not tell the size',
      'its server does not tell its size',
      (_request, response) => response.writeHead(206, { 'content-range': 'bytes 0-0/*' }).end('a'),
    ],
    [
      'serves other media meanwhile',
      'it changed while it was read',
      ({ headers }, response) => {
        const etag = headers.range === 'bytes=0-0' ? '"1"' : '"2"';
        response.writeHead(206, { etag, 'content-range': 'bytes 0-0/10' }).end('a');
      },
    ],
    [
      'serves no media',
      'its format is not one that can be read',
      (request, response) => servePart(Buffer.from('Hello. '.repeat(9)), request, response),
    ],
  ])('say why the media could not be checked: the source %s', async (_what, reason, answer) => {
    answerMedia = answer;
    const { body } = await validate();

    expect(body).toMatchObject({ valid: true, media: { reachable: true, ...noFacts } });
    expect(body.warnings).toEqual({
      mediaUrl: [`could not be checked against the limits of the type: ${reason}`],
    });
  });
});

it('warns of a web page in place of media, in the words of the failure', async () => {
  answerMedia = (request, response) => servePart(Buffer.from('<!doctype html>'.repeat(9)), request, response);
  const { body } = await validate();
  expect(body.warnings).toEqual({ mediaUrl: ['format is that of a web page (text/html); a video needs video/*'] });
});

it('looks at a source that knows no ranges without reading it to the end', async () => {
  let closed = false;
  answerMedia = (_request, response) => {
    response.once('close', () => (closed = true));
    response.writeHead(200, { 'content-length': 5_000_000_000 }).write('a');
  };

  expect((await validate()).body.media).toMatchObject({
    reachable: true,
    contentType: null,
    sizeBytes: 5_000_000_000,
    acceptsRanges: false,
  });
  await until(() => closed);
});

it('looks at the files of three requests of a workspace at a time; those of another one do not wait for them', async () => {
  const delayed: ServerResponse[] = [];
  let isDelayed = true;
  answerMedia = (request, response) => {
    if (isDelayed && request.url === '/delayed.mp4') delayed.push(response);
    else response.writeHead(404).end();
  };
  const answers = Array.from({ length: 54 }, async () => validate({ mediaUrl: `${source.url}/delayed.mp4` }));
  const refused = await Promise.any(
    answers.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error('accepted')))),
  );
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(delayed).toHaveLength(3);

  const other = await buildCaller(app);
  const body = videoBody(other.connectionId, { mediaUrl: `${source.url}/coast-path.mp4` });
  expect((await other.call('POST', '/api/v1/assignments/validate', { body })).body.warnings).toEqual({
    mediaUrl: ['answered 404 instead of the media'],
  });
  expect(delayed).toHaveLength(3);
  isDelayed = false;
  for (const response of delayed) response.writeHead(404).end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(53);
});
