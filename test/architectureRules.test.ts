import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Each rule stands in one place: a rule on one file's text, its imports from our own folders included, in the linter; a
 * rule on packages in the dependency run; a rule on rooms in bin/rooms.mjs; a rule on the text of all files in
 * architecture.test.ts. The first two are walls only while they fire, so each is
 * shown a file that it has to refuse.
 */
const root = join(__dirname, '..');
const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

/** One file for each rule of the linter, and the rule that has to refuse it. */
const faults: Record<string, [rule: string, text: string]> = {
  'lib/long.ts': ['eslint(max-lines)', lines(251, 'export {};')],
  'bin/long.mjs': ['eslint(max-lines)', lines(251, 'export {};')],
  'test/long.test.ts': ['eslint(max-lines)', lines(301, 'export {};')],
  'lib/longFunction.ts': [
    'eslint(max-lines-per-function)',
    `export function long(list: number[]): void {\n${lines(51, '  list.push(1);')}}\n`,
  ],
  'lib/deep.ts': [
    'eslint(max-depth)',
    `export function deep(n: number): number {\n${['1', '2', '3', '4'].map((m) => `if (n > ${m}) {`).join('\n')}\nreturn n;\n}}}}\nreturn 0;\n}\n`,
  ],
  'lib/complex.ts': [
    'eslint(complexity)',
    `export function complex(n: number): number {\n${lines(13, '  if (n > 1) return n;')}  return 0;\n}\n`,
  ],
  'lib/any.ts': ['typescript(no-explicit-any)', 'export function f(given: any): void {\n  given();\n}\n'],
  'lib/nonNull.ts': ['typescript(no-non-null-assertion)', 'export const f = (n?: string): string => n!;\n'],
  'lib/cast.ts': ['typescript(consistent-type-assertions)', 'export const f = (n: unknown): string => n as string;\n'],
  'lib/floating.ts': [
    'typescript(no-floating-promises)',
    'export function f(work: () => Promise<void>): void {\n  work();\n}\n',
  ],
  'lib/misused.ts': [
    'typescript(no-misused-promises)',
    'export function f(list: number[], work: () => Promise<boolean>): number[] {\n  return list.filter(async () => work());\n}\n',
  ],
  'lib/switch.ts': [
    'typescript(switch-exhaustiveness-check)',
    "export function f(n: 'a' | 'b'): number {\n  switch (n) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
  ],
  'lib/typeImport.ts': [
    'typescript(consistent-type-imports)',
    "import { Server } from 'node:http';\nexport const f = (server: Server): boolean => server.listening;\n",
  ],
  'lib/canParse.ts': [
    'eslint(no-restricted-properties)',
    'export const f = (text: string): boolean => URL.canParse(text);\n',
  ],
  'api/canParse.ts': [
    'eslint(no-restricted-properties)',
    'export const f = (text: string): boolean => URL.canParse(text);\n',
  ],
  'lib/default.ts': ['import(no-default-export)', 'export default function f(): void {}\n'],
  'lib/asDefault.ts': ['import(no-default-export)', 'const f = 1;\nexport { f as default };\n'],
  'bin/default.mjs': ['import(no-default-export)', 'export default 1;\n'],
  'lib/cycle.ts': [
    'import(no-cycle)',
    "import { other } from './cycleBack';\nexport const one = (): number => other();\n",
  ],
  'lib/cycleOfTypes.ts': [
    'import(no-cycle)',
    "import type { Back } from './cycleOfTypesBack';\nexport interface Forth {\n  back: Back;\n}\n",
  ],
  ...Object.fromEntries(
    ['lib', 'bin', 'sandbox'].map((folder) => [
      `${folder}/environment.ts`,
      ['node(no-process-env)', 'export const f = (): unknown => process.env;\n'],
    ]),
  ),
  'lib/console.ts': ['eslint(no-console)', "export const f = (): void => console.log('x');\n"],
};

/** Code that the linter has to let pass. */
const innocent: Record<string, string> = {
  'lib/config.ts': 'export const f = (): unknown => process.env;\n',
  'sandbox/config.ts': 'export const f = (): unknown => process.env;\n',
  'lib/short.ts': lines(250, 'export {};'),
  'test/short.test.ts': lines(300, 'export {};'),
};

/** One file for each rule of the dependency run, and the rule that has to refuse it. */
const packages: Record<string, [rule: string, text: string]> = {
  'domain/clock.ts': ['domain-is-pure', "import { hostname } from 'node:os';\nexport const f = hostname;\n"],
  'domain/bareClock.ts': ['domain-is-pure', "import { hostname } from 'os';\nexport const f = hostname;\n"],
  'domain/database.ts': ['domain-is-pure', "import { Pool } from 'pg';\nexport const f = Pool;\n"],
  'workflows/builtin.ts': [
    'workflows-are-deterministic',
    "import { hostname } from 'node:os';\nexport const f = hostname;\n",
  ],
  'workflows/database.ts': ['workflows-are-deterministic', "import { Pool } from 'pg';\nexport const f = Pool;\n"],
  'api/devDependency.ts': ['no-dev-dependencies', "import { test } from 'fast-check';\nexport const f = test;\n"],
  'api/nowhere.ts': ['resolvable', "import { nothing } from './thereIsNoSuchFile';\nexport const f = nothing;\n"],
};

/** Imports that a folder may not have (ARCHITECTURE.md), typed by hand. */
const forbidden: Record<string, string> = {
  domain: 'lib platforms models channels outbox workflows activities api bin sandbox bench test console clients',
  lib: 'platforms models channels outbox workflows activities api bin sandbox bench test console clients',
  platforms: 'models channels outbox workflows activities api bin sandbox bench test console clients',
  models: 'channels outbox workflows activities api bin sandbox bench test console clients',
  channels: 'outbox workflows activities api bin sandbox bench test console clients',
  outbox: 'platforms channels activities api bin sandbox bench test console clients',
  workflows: 'lib platforms models channels outbox api bin sandbox bench test console clients',
  activities: 'api bin sandbox bench test console clients',
  api: 'activities bin sandbox bench test console clients',
  bin: 'sandbox bench test clients',
  console: 'lib platforms models channels outbox workflows activities bin sandbox bench test',
  clients: 'domain lib platforms models channels outbox workflows activities api bin sandbox bench test console',
  sandbox: 'domain lib platforms models channels outbox workflows activities api bin bench test console clients',
  bench: 'domain lib platforms models channels outbox workflows activities api bin sandbox test console clients',
};
/** Folders from which only types may be imported: the linter refuses values. */
const typesOnly: Record<string, string> = {
  models: 'platforms',
  outbox: 'workflows',
  workflows: 'activities',
  activities: 'workflows',
  api: 'workflows',
  console: 'api',
};
const edgesOf = (table: Record<string, string>): [string, string][] =>
  Object.entries(table).flatMap(([from, targets]) => targets.split(' ').map((to): [string, string] => [from, to]));
/** All ways in which a file can reach another folder. */
const ways = {
  value: (to: string) => `import { thing } from '../../../${to}/thing';\nexport const f = (): number => thing;\n`,
  index: (to: string) => `import { thing } from '../../../${to}';\nexport const f = (): number => thing;\n`,
  late: (to: string) => `export const f = async (): Promise<unknown> => import('../../../${to}/thing');\n`,
  again: (to: string) => `export { thing } from '../../../${to}/thing';\n`,
  type: (to: string) => `import type { Thing } from '../../../${to}/thing';\nexport type F = Thing;\n`,
  typeAgain: (to: string) => `export type { Thing } from '../../../${to}/thing';\n`,
};
const waysOfTypes = ['type', 'typeAgain'];
const importing = (from: string, to: string, way: string): string => `${from}/to/${to}/${way}.ts`;

let copy: string;
let linted: { filename: string; code: string }[];
let violations: { from: string; rule: { name: string } }[];

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

/** Runs one of our tools in the copy and gives the JSON that it prints. */
function run(script: string, args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout.startsWith('{')) throw new Error(`${script} ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'architecture-rules-'));
  for (const file of ['.oxlintrc.json', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, [, text]] of Object.entries({ ...faults, ...packages })) write(file, text);
  for (const [file, text] of Object.entries(innocent)) write(file, text);
  write('lib/cycleBack.ts', "import { one } from './cycle';\nexport const other = (): number => one();\n");
  write(
    'lib/cycleOfTypesBack.ts',
    "import type { Forth } from './cycleOfTypes';\nexport interface Back {\n  forth: Forth;\n}\n",
  );
  for (const folder of [...Object.keys(forbidden), 'test', 'console']) {
    write(`${folder}/thing.ts`, 'export const thing = 1;\nexport interface Thing {\n  n: number;\n}\n');
    write(`${folder}/index.ts`, "export { thing } from './thing';\n");
  }
  for (const [from, to] of [...edgesOf(forbidden), ...edgesOf(typesOnly)]) {
    for (const [way, text] of Object.entries(ways)) write(importing(from, to, way), text(to));
  }
  const lint = run('oxlint/bin/oxlint', ['--type-aware', '--format=json', '.']) as { diagnostics: typeof linted };
  linted = lint.diagnostics;
  const cruiser = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...Object.keys(forbidden)];
  const cruised = run('dependency-cruiser/bin/dependency-cruise.mjs', cruiser) as {
    summary: { violations: typeof violations };
  };
  ({ violations } = cruised.summary);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const lintedAs = (file: string): string[] => linted.filter(({ filename }) => filename === file).map(({ code }) => code);
const cruisedAs = (file: string): string[] =>
  violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
/** The ways of getting from one folder into another that the linter refuses. */
const refusedWays = (from: string, to: string): string[] =>
  Object.keys(ways).filter((way) => lintedAs(importing(from, to, way)).includes('eslint(no-restricted-imports)'));

describe('the linter', () => {
  it.each(Object.entries(faults))('refuses %s', (file, [rule]) => {
    expect(lintedAs(file)).toContain(rule);
  });

  it.each(Object.keys(innocent))('lets %s pass', (file) => {
    expect(lintedAs(file).filter((code) => /max-lines|no-process-env/.test(code))).toEqual([]);
  });

  it.each(edgesOf(forbidden))('refuses that %s imports from %s, in whatever way', (from, to) => {
    expect(refusedWays(from, to)).toEqual(Object.keys(ways));
  });

  it.each(edgesOf(typesOnly))('refuses that %s imports more than types from %s', (from, to) => {
    expect(refusedWays(from, to)).toEqual(Object.keys(ways).filter((way) => !waysOfTypes.includes(way)));
  });
});

describe('the dependency run', () => {
  it.each(Object.entries(packages))('refuses %s', (file, [rule]) => {
    expect(cruisedAs(file)).toContain(rule);
  });
});
