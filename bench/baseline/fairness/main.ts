import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';

/** The box with which an MP4 file begins. */
const fileType = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');
const media = Buffer.concat([fileType, Buffer.alloc(300 * 1024, 7)]);
/** Just above the rate that the service takes for a stall. */
const bytesPerSecond = 2048;

/**
 * A source that sends as slowly as the service lets it, until it is asked to let go.
 *
 *   GET  /slow.mp4  the media
 *   GET  /quick.mp4 the media, always at once
 *   POST /release   transfers under way, and later transfers, are sent at once
 *   POST /hold      later transfers are slow again
 */
function createSlowSource() {
  const waiting = new Map<ServerResponse, number>();
  let isSlow = true;
  setInterval(() => {
    for (const [response, sent] of waiting) {
      response.write(media.subarray(sent, sent + bytesPerSecond));
      waiting.set(response, sent + bytesPerSecond);
      if (sent + bytesPerSecond >= media.length) finish(response, media.length);
    }
  }, 1000);

  function finish(response: ServerResponse, sent: number): void {
    waiting.delete(response);
    response.end(media.subarray(sent));
  }

  return createServer(({ method, url }, response) => {
    if (method === 'POST') {
      isSlow = url === '/hold';
      if (!isSlow) for (const [slow, sent] of waiting) finish(slow, sent);
      response.setHeader('content-type', 'application/json').end('{}');
      return;
    }
    const headers = { 'content-type': 'video/mp4', 'content-length': media.length, etag: '"slow"' };
    response.writeHead(200, headers).on('close', () => waiting.delete(response));
    if (isSlow && url === '/slow.mp4')
      waiting.set(
        response.on('error', () => undefined),
        0,
      );
    else response.end(media);
  });
}

const server = createSlowSource().listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
