import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The linter and the dependency rules are walls only while they fire: each is shown a file that it has to refuse. */
const root = join(__dirname, '..');
const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

/** One file for each rule of the linter, and the rule that has to refuse it. */
const faults: Record<string, [rule: string, text: string]> = {
  'lib/long.ts': ['eslint(max-lines)', lines(251, 'export {};')],
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
  'lib/default.ts': ['import(no-default-export)', 'export default function f(): void {}\n'],
  'lib/cycle.ts': [
    'import(no-cycle)',
    "import { other } from './cycleBack';\nexport const one = (): number => other();\n",
  ],
  'lib/environment.ts': ['node(no-process-env)', 'export const f = (): unknown => process.env;\n'],
  'lib/console.ts': ['eslint(no-console)', "export const f = (): void => console.log('x');\n"],
  'domain/clock.ts': [
    'eslint(no-restricted-imports)',
    "import { hostname } from 'node:os';\nexport const f = hostname;\n",
  ],
  'workflows/builtin.ts': [
    'eslint(no-restricted-imports)',
    "import { hostname } from 'node:os';\nexport const f = hostname;\n",
  ],
};

/** Who may not import from whom, whole (architecture.md §2), typed by hand. */
const forbidden: Record<string, string> = {
  domain: 'lib platforms models outbox workflows activities api bin sandbox bench',
  lib: 'platforms models outbox workflows activities api bin sandbox bench',
  platforms: 'models outbox workflows activities api bin sandbox bench',
  models: 'outbox workflows activities api bin sandbox bench',
  outbox: 'platforms activities api bin sandbox bench',
  workflows: 'lib platforms models outbox api bin sandbox bench',
  activities: 'api bin sandbox bench',
  api: 'activities bin sandbox bench',
  bin: 'sandbox bench',
  sandbox: 'domain lib platforms models outbox workflows activities api bin',
  bench: 'domain lib platforms models outbox workflows activities api bin',
};
/** Whose types alone may be imported: the linter refuses values. */
const typesOnly: Record<string, string> = {
  models: 'platforms',
  outbox: 'workflows',
  workflows: 'activities',
  activities: 'workflows',
  api: 'workflows',
};
const edgesOf = (table: Record<string, string>): [string, string][] =>
  Object.entries(table).flatMap(([from, targets]) => targets.split(' ').map((to): [string, string] => [from, to]));
const importing = (from: string, to: string): string => `${from}/to/${to}.ts`;

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
  for (const [file, [, text]] of Object.entries(faults)) write(file, text);
  write('lib/cycleBack.ts', "import { one } from './cycle';\nexport const other = (): number => one();\n");
  for (const folder of Object.keys(forbidden)) write(`${folder}/thing.ts`, 'export const thing = 1;\n');
  for (const [from, to] of [...edgesOf(forbidden), ...edgesOf(typesOnly)]) {
    write(importing(from, to), `import { thing } from '../../${to}/thing';\nexport const f = (): number => thing;\n`);
  }
  write('api/devDependency.ts', "import { test } from 'fast-check';\nexport const f = test;\n");
  const lint = run('oxlint/bin/oxlint', ['--type-aware', '--format=json', '.']) as { diagnostics: typeof linted };
  linted = lint.diagnostics;
  const cruiser = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...Object.keys(forbidden)];
  const cruised = run('dependency-cruiser/bin/dependency-cruise.mjs', cruiser) as {
    summary: { violations: typeof violations };
  };
  ({ violations } = cruised.summary);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const lintedAs = (file: string): string[] => linted.filter(({ filename }) => filename === file).map(({ code }) => code);
const cruisedAs = (file: string): string[] =>
  violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

describe('the linter', () => {
  it.each(Object.entries(faults))('refuses %s', (file, [rule]) => {
    expect(lintedAs(file)).toContain(rule);
  });

  // bin/ puts everything together: only the dependency run keeps it from the sandbox and the benches.
  it.each([...edgesOf(forbidden), ...edgesOf(typesOnly)].filter(([from]) => from !== 'bin'))(
    'refuses that %s imports from %s',
    (from, to) => {
      expect(lintedAs(importing(from, to))).toContain('eslint(no-restricted-imports)');
    },
  );
});

describe('the dependency run', () => {
  it.each(edgesOf(forbidden))('refuses that %s imports from %s', (from, to) => {
    expect(cruisedAs(importing(from, to))).toContain(`${from}-imports`);
  });

  it('refuses cycles, builtins where all has to be deterministic, and packages that production does not have', () => {
    expect(cruisedAs('lib/cycle.ts')).toContain('no-cycles');
    expect(cruisedAs('domain/clock.ts')).toContain('domain-is-pure');
    expect(cruisedAs('workflows/builtin.ts')).toContain('workflows-are-deterministic');
    expect(cruisedAs('api/devDependency.ts')).toContain('no-dev-dependencies');
  });
});
