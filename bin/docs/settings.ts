import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Read by @temporalio/envconfig, not by lib/config.ts. */
const readElsewhere = /^TEMPORAL_(ADDRESS|NAMESPACE)$/;

/** What differs between the settings that .env.example explains and those that lib/config.ts reads. */
export async function settingFaults(root: string): Promise<string[]> {
  const config = await namesIn(join(root, 'lib/config.ts'), /^ {2}([A-Z][A-Z_]+):/gm);
  const example = await namesIn(join(root, '.env.example'), /^#? ?([A-Z][A-Z_]+)=/gm);
  const unexplained = config.filter((name) => !example.includes(name));
  const unread = example.filter((name) => !config.includes(name) && !readElsewhere.test(name));
  return [
    ...unexplained.map((name) => `.env.example does not explain ${name}, which lib/config.ts reads`),
    ...unread.map((name) => `.env.example explains ${name}, which lib/config.ts does not read`),
  ];
}

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}
