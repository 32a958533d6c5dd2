import { text } from 'node:stream/consumers';
import { Load, generateLoad } from './generateLoad';

/** Generates a load given as JSON on standard input, and writes the report. */
async function main(): Promise<void> {
  const report = await generateLoad(Load.parse(JSON.parse(await text(process.stdin))));
  process.stdout.write(JSON.stringify(report));
}

void main();
