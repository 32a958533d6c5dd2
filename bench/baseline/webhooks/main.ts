import { text } from 'node:stream/consumers';
import { Posting, postAll } from './postAll';
import { createReceiver } from './receiver';

/** `receive` begins to listen and writes its address; `post` does a posting given as JSON, and writes the ids. */
async function main(command: string | undefined): Promise<void> {
  if (command === 'post') {
    const ids = await postAll(Posting.parse(JSON.parse(await text(process.stdin))));
    process.stdout.write(JSON.stringify(ids));
    return;
  }
  const server = createReceiver().listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}

void main(process.argv[2]);
