import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Difference, digestOf } from '../../../bin/contract/compare';
import { OpenApi } from '../../../bin/contract/sent';
import { breakFaults, Breaks, changesPage } from '../../../bin/contract/verdict';
import type { Json } from '../../support/actors';
import { root } from '../../support/programs';
import { useTempDir } from '../../support/tempDir';
import { small } from './small';

const dir = useTempDir();
const break1: Difference = { isBreaking: true, rule: 'gone', operation: 'GET /posts', text: 'the field `id` is gone' };
const addition: Difference = { isBreaking: false, rule: 'new', operation: 'GET /posts', text: 'the field `at` is new' };
const reason = 'No caller has ever had this field in an answer.';
const named: Breaks = [{ reason, changes: ['GET /posts: the field `id` is gone'] }];

/** Runs the command of `npm run check:contract`. */
async function contract(...words: string[]): Promise<{ code: number; text: string }> {
  const program = join(root, 'node_modules/.bin/tsx');
  return new Promise((resolve) => {
    const child = execFile(program, ['bin/contract.ts', ...words], { cwd: root }, (_, output, faults) =>
      resolve({ code: child.exitCode ?? 1, text: output + faults }),
    );
  });
}

/** The digest of the small document after a change. */
function digestAfter(change: (document: Json) => unknown): string {
  const document = small();
  change(document);
  return digestOf(OpenApi.parse(document));
}

it('finds in this tree nothing that was not accepted', async () => {
  expect(await contract()).toEqual({ code: 0, text: '' });
});

it('refuses a change until it is accepted, and a break until it has a reason', async () => {
  const write = (name: string, document: Json) => dir.write(`openapi.${name}`, JSON.stringify(document));
  const changed = small();
  changed['components'].schemas.PostBody.properties.place = { type: 'string' };
  write('baseline.json', small());
  write('breaks.json', []);
  write('json', changed);

  expect(await contract(dir.path)).toEqual({
    code: 1,
    text: expect.stringContaining('optional request property `place`'),
  });
  expect(await contract('--accept', dir.path)).toEqual({ code: 0, text: expect.stringContaining('`place`') });
  expect(await contract(dir.path)).toEqual({ code: 0, text: '' });

  delete changed['components'].schemas.Post.properties.extra;
  write('json', changed);
  const { code, text } = await contract('--accept', dir.path);
  expect(code).toBe(1);
  const changes = text.split('\n').filter((line) => line.includes('has no reason'));
  expect(changes).toHaveLength(2);
  write('breaks.json', [{ reason, changes: changes.map((line) => JSON.parse(line.slice(line.indexOf('"')))) }]);
  expect(await contract('--accept', dir.path)).toEqual({ code: 0, text: expect.stringContaining(`### ${reason}`) });
  expect(await contract(dir.path)).toEqual({ code: 0, text: '' });
});

it('refuses a break that has no reason, of another operation too, and a reason that has no break', () => {
  expect(breakFaults([break1, addition], named)).toEqual([]);
  expect(breakFaults([break1, { ...break1, operation: 'PATCH /posts' }], named)).toEqual([
    expect.stringContaining('no reason for it: "PATCH /posts: the field `id` is gone"'),
  ]);
  expect(breakFaults([addition], named)).toEqual([expect.stringContaining('no difference: "GET /posts: the field')]);
  expect(Breaks.safeParse([{ ...named[0], reason: 'ok' }]).success).toBe(false);
});

it('lists breaks by their reason, and other differences by their operations', () => {
  const page = changesPage([break1, addition, { ...addition, operation: 'PATCH /posts' }], named, 'abc');

  expect(page).toContain(`### ${reason}\n\n\`GET /posts\`:\n\n- the field \`id\` is gone\n\n`);
  expect(page).toContain('## Callers go on unchanged\n\n`GET /posts`, `PATCH /posts`:\n\n- the field `at` is new\n\n');
});

it('counts in the digest what no rule names, and no text for readers', () => {
  const same = digestAfter(() => undefined);
  const fields = (document: Json): Json => document['components'].schemas.PostBody.properties;

  expect(digestAfter((d) => (d['components'].schemas.Post.additionalProperties = true))).not.toBe(same);
  expect(digestAfter((d) => (d['servers'] = [{ url: 'https://other.example' }]))).not.toBe(same);
  expect(digestAfter((d) => delete fields(d)['description'])).not.toBe(same);
  expect(digestAfter((d) => (fields(d)['title'].description = 'Shown to viewers'))).toBe(same);
  expect(digestAfter((d) => (d['paths'] = Object.fromEntries(Object.entries(d['paths']).toReversed())))).toBe(same);
});
