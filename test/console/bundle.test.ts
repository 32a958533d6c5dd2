import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { operations } from '../../console/http/operations';
import { builtConsole } from '../support/callers/app';
import { root } from '../support/programs';

interface Chunk {
  file: string;
  name?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = JSON.parse(readFileSync(join(builtConsole, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { summary: string }>>;
};
/** The sentences by which the document names the operations. */
const summaries = Object.values(document.paths)
  .flatMap((path) => Object.values(path).map(({ summary }) => summary))
  .filter((summary) => summary.split(' ').length > 2);

/** 200 kB, gzipped; browsers that take Brotli are sent a tenth less. */
const firstLoadBytesMax = 200_000;
/** The limit for parts that a screen loads after it is shown, such as its charts. */
const laterBytesMax = 150_000;

/** A chunk, and all that the browser has to load before it can run. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of manifest[name]!.imports ?? []) withImports(imported, found);
  return found;
}

const bytesOf = (names: Iterable<string>): number =>
  [...names]
    .map((name) => join(builtConsole, manifest[name]!.file))
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);

describe('the first load of the console', () => {
  const chunks = Object.keys(manifest).filter((name) => manifest[name]!.isDynamicEntry);
  /** The chunks that every screen needs (console/chunks.mts). */
  const frame = Object.keys(manifest).filter((name) =>
    ['asking', 'routing', 'drawing'].includes(manifest[name]!.name ?? ''),
  );
  const first = new Set(frame.flatMap((name) => [...withImports(name)]));
  const screens = chunks.filter((name) => name.endsWith('Screen.tsx'));
  const later = chunks.filter((name) => !screens.includes(name) && !frame.includes(name));

  it.each(screens)('has at most 200 kB of JavaScript, gzipped, at %s', (screen) => {
    expect(bytesOf(withImports(screen, new Set(first)))).toBeLessThanOrEqual(firstLoadBytesMax);
  });

  it.each(later)('leaves %s for later, which has at most 150 kB', (chunk) => {
    expect(first.has(chunk)).toBe(false);
    expect(bytesOf([...withImports(chunk)].filter((name) => !first.has(name)))).toBeLessThanOrEqual(laterBytesMax);
  });

  it('loads no chart before it is shown', () => {
    // Code that draws nothing may come before its screen: the screen's reads depend on it.
    const parts = later.filter((chunk) => chunk.endsWith('.tsx'));
    const users = screens.filter((screen) => parts.some((chunk) => withImports(screen).has(chunk)));
    expect([later.some((chunk) => chunk.endsWith('Charts.tsx')), users]).toEqual([true, []]);
  });

  it('loads what every screen needs in three files', () => {
    expect(frame).toHaveLength(3);
  });

  it.each(['login', 'overview', 'assignments', 'connections', 'webhooks', 'analytics', 'billing', 'calendar'])(
    'loads no code of menus, dialogs and fields of posts with %s',
    (screen) => {
      const name = screens.find((file) => file.startsWith(`screens/${screen}/`))!;
      const names = [...withImports(name)].map((file) => manifest[file]!.name);
      expect(names.filter((one) => ['lists', 'layers', 'fields'].includes(one ?? ''))).toEqual([]);
    },
  );

  it('loads each screen when it is opened', () => {
    expect(screens.length).toBeGreaterThan(10);
  });

  it('contains nothing of the API, which gives types alone', () => {
    const code = Object.values(manifest)
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ file }) => readFileSync(join(builtConsole, file), 'utf8'));
    expect(code.filter((text) => /ZodObject|sequelize/i.test(text))).toEqual([]);
    // Descriptions of the operations for callers stay behind. A short summary may be the label of a button.
    expect(summaries.length).toBeGreaterThan(100);
    expect(summaries.filter((summary) => code.some((text) => text.includes(summary)))).toEqual([]);
    const form = operations.getWebhookDelivery.path;
    expect(code.filter((text) => text.includes(form))).toHaveLength(1);
  });
});
