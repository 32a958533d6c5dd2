import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Read by @temporalio/envconfig, not by lib/config.ts. */
const readElsewhere = /^TEMPORAL_(ADDRESS|NAMESPACE)$/;

/** What differs between the settings that .env.example explains and those that lib/config.ts and the platforms read. */
export async function settingFaults(root: string): Promise<string[]> {
  const platforms = await readdir(join(root, 'platforms'), { recursive: true });
  const readers = ['lib/config.ts', ...platforms.filter(isSettings).map((file) => join('platforms', file))];
  const read = await Promise.all(readers.map(async (file) => namesIn(join(root, file), /^ {2,4}([A-Z][A-Z_]+):/gm)));
  const config = read.flat();
  const example = await namesIn(join(root, '.env.example'), /^#? ?([A-Z][A-Z_]+)=/gm);
  const unexplained = config.filter((name) => !example.includes(name));
  const unread = example.filter((name) => !config.includes(name) && !readElsewhere.test(name));
  return [
    ...unexplained.map((name) => `.env.example does not explain ${name}, which the service reads`),
    ...unread.map((name) => `.env.example explains ${name}, which nothing reads`),
  ];
}

/** An adapter reads its settings in a file of this name. */
const isSettings = (file: string): boolean => file.endsWith('/settings.ts');

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}
