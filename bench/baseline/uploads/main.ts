import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Relay, relayAll } from './relayAll';
import { createPlatform } from './slowPlatform';

/** `serve <bytes>` begins to listen and writes its address; `relay` relays what is given as JSON, and reports. */
async function main(command: string | undefined, sizeBytes: number): Promise<void> {
  if (command === 'relay') {
    process.stdout.write(JSON.stringify(await relayAll(Relay.parse(JSON.parse(await text(process.stdin))))));
    return;
  }
  let url = '';
  const server = createServer(createPlatform(() => url, sizeBytes));
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address !== 'object') return;
    url = `http://127.0.0.1:${address.port}`;
    process.stdout.write(`${url}\n`);
  });
}

void main(process.argv[2], Number(process.argv[3]));
