import { createReceiver } from './receiver';

/** Begins to listen and writes its address. */
const server = createReceiver().listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
