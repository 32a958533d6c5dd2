import compression from 'compression';

/** A shorter answer fits into a packet as it is. */
const threshold = 1024;

/**
 * Compresses JSON where the client takes that (RFC 9110 §12.5.3), since a phone waits for each byte of a month of posts.
 * Streams and files go as they are. No cookie logs anybody in, so no other site can have answers made whose lengths tell a
 * secret (BREACH).
 */
export const compressJson = compression({
  threshold,
  filter: (_request, response) => String(response.getHeader('Content-Type')).startsWith('application/json'),
});
