import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differencesOf, digestOf } from './contract/compare';
import { OpenApi } from './contract/sent';
import { formatted } from './docs/formatted';
import { breakFaults, Breaks, changesPage } from './contract/verdict';

const [given] = process.argv.slice(2).filter((word) => word !== '--accept');
const docs = given ?? join(__dirname, '../docs');
const pageFile = join(docs, 'openapi.changes.md');

/**
 * `npm run check:contract` compares docs/openapi.json with its baseline, and fails where a difference was not accepted.
 * `npm run contract:accept` accepts the differences, and prints the new ones. Nothing accepts a break without a reason.
 * Both take another folder than docs as an argument.
 */
async function main(isAccept: boolean): Promise<number> {
  const [base, current] = [
    OpenApi.parse(await read('openapi.baseline.json')),
    OpenApi.parse(await read('openapi.json')),
  ];
  const breaks = Breaks.parse(await read('openapi.breaks.json'));
  const differences = await differencesOf(base, current);
  const faults = breakFaults(differences, breaks);
  if (faults.length === 0) {
    const accepted = await readFile(pageFile, 'utf8').catch(() => '');
    const page = await formatted('page.md', changesPage(differences, breaks, digestOf(current)));
    const news = changedLines(accepted, page);
    if (isAccept) {
      await writeFile(pageFile, page);
      process.stdout.write(`${['Accepted:', ...news].join('\n')}\n`);
    } else if (accepted !== page) {
      faults.push('the API has changed. If callers are to have it so: npm run contract:accept', ...news);
    }
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

async function read(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(docs, name), 'utf8'));
}

/** The lines that only one of two pages has. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const [known, left] = [new Set(old), new Set(now)];
  return [
    ...old.filter((line) => !left.has(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
  ];
}

main(process.argv.includes('--accept')).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? [error.message, error.cause].join(': ') : String(error)}\n`);
    process.exitCode = 1;
  },
);
