import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { tools } from '../api/tools';
import { routes } from '../api/routes';
import { root } from './support/programs';
import { projectFiles as files, textOf } from './support/projectFiles';

const folders = 'activities api bin channels clients domain lib models outbox platforms workflows'.split(' ');
/** The TypeScript of the service itself. */
const sources = files.filter((file) => file.endsWith('.ts') && folders.includes(file.split('/')[0]!));
const code = files.filter((file) => /\.(ts|mjs|cjs)$/.test(file));

/** The files in which `pattern` occurs. */
const filesWith = (pattern: RegExp, among: readonly string[] = sources): string[] =>
  among.filter((file) => pattern.test(textOf(file)));

describe('the status of an assignment', () => {
  const statusInSql = /UPDATE\s+assignments\b[^`;]*?\bSET\b(?:(?!\bWHERE\b|\bFROM\b)[^`;])*\bstatus\s*=/;
  const statusInModel =
    /\bAssignment\.(?:update|upsert|create|bulkCreate)\(\s*\{[^}]*\bstatus\b|\bassignment\.(?:status\s*=[^=]|set\(|update\()/;

  it('is changed in one place', () => {
    expect(filesWith(/jsonb_populate_record\(a, /)).toEqual(['models/assignments/store/changedColumns.ts']);
    expect([...filesWith(statusInSql), ...filesWith(statusInModel)]).toEqual([]);
  });

  it('is first written in one place, and in the demo', () => {
    // A demo writes a past that no caller can live.
    const places = ['bin/demoData/historyStatements.ts', 'models/assignments/store/createStatement.ts'];
    expect(filesWith(/INSERT\s+INTO\s+assignments\b/)).toEqual(places);
  });

  it.each([
    ['`UPDATE assignments SET status = $to WHERE id = $id`', statusInSql],
    ['`UPDATE assignments\n   SET tries = 0,\n       status = $to\n   WHERE id = $id`', statusInSql],
    ["await Assignment.update({ tries: 0, status: 'failed' }, { where })", statusInModel],
    ["assignment.status = 'failed';", statusInModel],
  ])('is found where it is written: %s', (text, pattern) => {
    expect(text).toMatch(pattern);
  });

  it.each([
    ["`UPDATE assignments SET tries = 0 WHERE id = $id AND status = 'uploading'`", statusInSql],
    ["if (assignment.status === 'failed')", statusInModel],
  ])('is not found where it is only read: %s', (text, pattern) => {
    expect(text).not.toMatch(pattern);
  });
});

describe('media types', () => {
  const named = /\b(?:video|image|audio)\/(?:[a-z0-9.+-]|\*(?!\/))/;
  const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const everywhere = files.filter(
    (file) => /\.tsx?$/.test(file) && [...folders, 'console'].includes(file.split('/')[0]!),
  );

  it('are named in one place: no other code reads, compares or writes one', () => {
    expect(everywhere.filter((file) => named.test(withoutComments(textOf(file))))).toEqual(['domain/mediaType.ts']);
  });

  it('are told from first bytes in one place', () => {
    expect(filesWith(/from 'file-type'/, everywhere)).toEqual(['domain/mediaFormat.ts']);
  });

  it.each([
    "const type = 'video/mp4';",
    "if (given.startsWith('image/jpeg'))",
    '`audio/ogg`',
    'accept="video/*,image/*"',
  ])('are found where they are named: %s', (text) => expect(withoutComments(text)).toMatch(named));
});

describe('the platforms', () => {
  const comparison =
    /(?:[=!]==?\s*|\bcase\s+|\b(?:includes|startsWith|is)\(\s*)['"`](?:youtube|facebook)['"`]|['"`](?:youtube|facebook)['"`]\s*(?:[=!]==?|\])/i;

  it('are distinguished in their own folders only: nowhere else is a name compared', () => {
    const elsewhere = sources.filter((file) => !/^(platforms|domain)\//.test(file));
    expect(filesWith(comparison, elsewhere)).toEqual([]);
  });

  it.each([`if (platform === 'youtube')`, `case "facebook":`, `'youtube' !== slug`, `byName['facebook']`])(
    'would be found: %s',
    (text) => expect(text).toMatch(comparison),
  );

  it('have the same file names, so that two can be read side by side; there may be several uploads and publishers', () => {
    const own = files.flatMap((file) => /^platforms\/\w+(?=\/)/.exec(file) ?? []);
    const folders = new Set([...own.filter((folder) => folder !== 'platforms/http'), 'test/toy/platform']);
    expect(folders.size).toBeGreaterThan(1);
    for (const folder of folders) {
      for (const part of ['settings', 'capabilities', 'oauth', 'failures', 'http', 'index']) {
        expect(files).toContain(`${folder}/${part}.ts`);
      }
      const names = files.filter((file) => posix.dirname(file) === folder).map((file) => posix.basename(file));
      for (const part of [/^(?:\w+U|u)pload\.ts$/, /^(?:\w+P|p)ublisher\.ts$/]) {
        expect(names.filter((name) => part.test(name))).not.toEqual([]);
      }
    }
  });
});

describe('the source', () => {
  it('has no names that say nothing', () => {
    const vague = /(?:^|[/.])(?:\w*(?:[uU]tils?|[hH]elpers?|[cC]ommon|[mM]anager|[sS]ervice))\.(?:ts|mjs)$/;
    expect(code.filter((file) => vague.test(file))).toEqual([]);
  });

  it('does nothing on import, but in bin/', () => {
    // A statement at the left margin that only calls or awaits something.
    const effect = /^(?:await\b|void\b|new\b|[\w.]+\()/m;
    expect(
      filesWith(
        effect,
        sources.filter((file) => !file.startsWith('bin/')),
      ),
    ).toEqual([]);
  });

  it('has nothing unfinished', () => {
    const marks = /\b(?:TOD[O]|FIXM[E]|XX[X])\b/;
    expect(filesWith(marks, code)).toEqual([]);
  });

  it('has no exceptions for the compiler, and none for the linter without a reason', () => {
    expect(filesWith(/@ts-(?:ignore|expect-error|nocheck)/, sources)).toEqual([]);
    // A reason stands on the same line after two dashes, or in a comment above.
    const disabled = /(?:^|\n)(?!\s*(?:\/\/|\*|\/\*))[^\n]*\n[^\n]*(?:ox|es)lint-disable(?![^\n]*--\s*\S)/;
    expect(filesWith(disabled, code)).toEqual([]);
  });
});

describe('the operations of the API', () => {
  /** Each use case, and each endpoint of the authorization server, has a file of its name in the folder of its resource. */
  const useCases = files.filter(
    (file) => new RegExp('= (?:defineUseCase|inOrder)\\(').test(textOf(file)) && file.startsWith('api/'),
  );

  /** The console's face of a use case has its name after its own, and a preflight before its own. */
  const useCaseOf = (operationId: string) =>
    operationId.replace(/^console([A-Z])/, (_all, initial: string) => initial.toLowerCase()).replace(/Preflight$/, '');

  /** A tool has the name of its use case. Behind `callMcp` are tools. */
  const ofTools = tools.map(({ name }) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()));

  it('are use cases, each in a file of its name', () => {
    expect(useCases.map((file) => posix.basename(file, '.ts')).toSorted()).toEqual(
      [...new Set([...routes.map(({ operationId }) => useCaseOf(operationId)), ...ofTools])]
        .filter((name) => name !== 'callMcp')
        .toSorted(),
    );
    for (const file of useCases)
      expect(textOf(file)).toMatch(new RegExp(`(?:name: |inOrder\\()'${posix.basename(file, '.ts')}'`));
  });

  it.each(useCases.map((file) => [posix.basename(file, '.ts'), `test/${posix.dirname(file)}/`]))(
    '%s has tests of its own in %s',
    (name, folder) => {
      const described = new RegExp(`^describe(\\.each\\(.*\\))?\\('[^']*\\b${name}\\b`, 'm');
      const own = files.filter(
        (file) => file.startsWith(folder) && (file.endsWith(`/${name}.test.ts`) || described.test(textOf(file))),
      );
      expect(own).not.toEqual([]);
    },
  );
});

describe('the workflow bundle', () => {
  const bundle = textOf('dist/workflowBundle.js');

  it('has the workflows', () => {
    expect(bundle).toContain('publishAssignment');
  });

  it.each(['sequelize', 'pg', 'undici', 'express', 'pino', 'zod', '@temporalio/client', '@temporalio/worker'])(
    'has nothing of %s',
    (name) => {
      expect(bundle).not.toContain(`node_modules/${name}/`);
    },
  );

  it('has no code of ours but workflows and domain', () => {
    const ours = Array.from(bundle.matchAll(/"\.\/dist[.\w]*\/(\w+)\/[\w/]+\.js"/g), ([, folder]) => folder);
    expect(new Set(ours)).toEqual(new Set(['domain', 'workflows']));
  });
});

describe('the dependencies', () => {
  interface Locked {
    version: string;
    dev?: boolean;
    license?: string;
  }
  const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> };
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  const page = textOf('docs/dependencies.md');

  it('of a production install are all in docs/dependencies.md, in their versions, each with a licence', () => {
    const missing = production.filter(([path, { version }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const row = new RegExp(
        `^\\| ${name.replace(/[.*+?^$()|[\]\\]/g, '\\$&')} +\\| ${version} +\\| [\\w(][\\w .()-]+ +\\|$`,
        'm',
      );
      return !row.test(page);
    });
    expect(missing.map(([path]) => path)).toEqual([]);
    expect(production.length).toBeGreaterThan(100);
  });

  it('have the licences that their own package.json names', () => {
    const wrong = production.filter(([path, { license }]) => {
      const manifest = join(path, 'package.json');
      if (!existsSync(join(root, manifest))) return false;
      const { license: named } = JSON.parse(textOf(manifest)) as { license?: unknown };
      return typeof named === 'string' && license !== undefined && named !== license;
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('come from wherever npm is configured to look: no host of a registry is written down', () => {
    expect(textOf('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
    expect(files).not.toContain('.npmrc');
  });
});

describe('the files of the project', () => {
  it('name no place of the machine they were written on', () => {
    const places = [root, homedir()].filter((place) => place.split('/').length > 2).map((place) => `${place}/`);
    expect(files.filter((file) => places.some((place) => textOf(file).includes(place)))).toEqual([]);
    expect(filesWith(/\/(?:U[s]ers|h[o]me|r[o]ot)\//, files)).toEqual([]);
  });
});

describe('a test', () => {
  /** In one statement. */
  const judged =
    /\bexpect\((?:(?!;\n)[^])*?(?:\bperformance\.now\(\)|\b(?:took|duration)Ms\b|\btimesAsLong\b)(?:(?!;\n)[^])*?\.toBeLessThan/;

  it('compares no measured time with an upper limit: the machine may be slow', () => {
    expect(
      filesWith(
        judged,
        code.filter((file) => file.startsWith('test/') && file !== 'test/architecture.test.ts'),
      ),
    ).toEqual([]);
  });

  it('sets a pace for itself alone: files that are read together share it', () => {
    const tests = code.filter((file) => file.startsWith('test/') && file !== 'test/support/jest/pace.ts');
    expect(filesWith(/^setPace\(/m, tests)).toEqual([]);
  });

  it.each([
    'expect(performance.now() - begunMs).toBeLessThan(500);',
    'expect(\n  result.durationMs,\n).toBeLessThanOrEqual(9);',
  ])('is found where it does: %s', (text) => expect(text).toMatch(judged));

  it.each([
    'expect(performance.now() - begunMs).toBeGreaterThan(500);',
    'expect(tookMs).toBeDefined();\nexpect(count).toBeLessThan(3);\n',
  ])('is not found where it does not: %s', (text) => expect(text).not.toMatch(judged));
});

describe('a test file whose counts depend on the run', () => {
  /** `npm run test:full` takes the files of these names alone. */
  const isInFullRun = /\.(?:deep|full|property)\.test\.ts$/;

  it('is one of the full run, which tries it with all of them', () => {
    const counted = filesWith(/import \{[^}]*\b(?:byCounts|runs|part)\b[^}]*\} from '[^']*support\/counts'/, files);
    const tests = counted.filter((file) => file.endsWith('.test.ts'));
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((file) => !isInFullRun.test(file))).toEqual([]);
  });
});

describe('test/support', () => {
  /** The files of test/ outside test/support that `text` imports, or takes types from, if it stands in `file`. */
  const outside = (file: string, text: string): string[] =>
    [...text.matchAll(/\b(?:from|import|import\()\s*'(\.[^']*)'/g)]
      .map(([, path]) => posix.join(posix.dirname(file), path!))
      .filter((path) => /^test\/(?!support\/)/.test(path));

  it('imports nothing from the tests that share it', () => {
    const support = files.filter((file) => /^test\/support\/.*\.ts$/.test(file));
    expect(support.length).toBeGreaterThan(30);
    expect(support.flatMap((file) => outside(file, textOf(file)))).toEqual([]);
  });

  it.each([
    ['test/support/app.ts', "import type { Kind } from '../kinds/Kind';", ['test/kinds/Kind']],
    ['test/support/build/video.ts', "export * from '../../models/ledger';", ['test/models/ledger']],
    ['test/support/app.ts', "const late = await import('../kinds');", ['test/kinds']],
    ['test/support/build/video.ts', "import { Assignment } from '../../../models/Assignment';", []],
  ])('would be found in %s: %s', (file, text, found) => expect(outside(file, text)).toEqual(found));
});
