import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that wait, on all connections together, for callers to read them. */
const unreadBytesMax = 256 * 1024 ** 2;
const lookMs = 1_000;

/** Ends the connections with the most unread bytes while all of them together hold more than the process can spare. */
export function endUnread(server: Server, bytesMax = unreadBytesMax): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const look = setInterval(() => {
    const unread = [...sockets].map((socket) => ({ socket, bytes: socket.writableLength }));
    let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { socket, bytes } of unread.toSorted((one, other) => other.bytes - one.bytes)) {
      if (total <= bytesMax) return;
      socket.destroy();
      total -= bytes;
    }
  }, lookMs).unref();
  server.once('close', () => clearInterval(look));
}
