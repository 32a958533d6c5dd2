import { text } from 'node:stream/consumers';
import { Publication, publishAll } from './publishAll';

/** Publishes what is given as JSON on standard input, and writes the report. */
async function main(): Promise<void> {
  const report = await publishAll(Publication.parse(JSON.parse(await text(process.stdin))));
  process.stdout.write(JSON.stringify(report));
}

void main();
