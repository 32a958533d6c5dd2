import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/programs';
import { textOf } from '../support/projectFiles';

/**
 * The requirements of ASVS 5.0.0 by their levels: for each section, the numbers of level 1 and of level 2. There are 70 and 183
 * (https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en). The others are of level 3.
 */
const sections: readonly (readonly [section: string, first: string, second: string])[] = [
  ['V1.1', '', '1-2'],
  ['V1.2', '1-5', '6-9'],
  ['V1.3', '1-2', '3-11'],
  ['V1.4', '', '1-3'],
  ['V1.5', '1', '2'],
  ['V2.1', '1', '2-3'],
  ['V2.2', '1-2', '3'],
  ['V2.3', '1', '2-4'],
  ['V2.4', '', '1'],
  ['V3.2', '1-2', ''],
  ['V3.3', '1', '2-4'],
  ['V3.4', '1-2', '3-6'],
  ['V3.5', '1-3', '4-5'],
  ['V3.7', '', '1-2'],
  ['V4.1', '1', '2-3'],
  ['V4.2', '', '1'],
  ['V4.3', '', '1-2'],
  ['V4.4', '1', '2-4'],
  ['V5.1', '', '1'],
  ['V5.2', '1-2', '3'],
  ['V5.3', '1-2', ''],
  ['V5.4', '', '1-3'],
  ['V6.1', '1', '2-3'],
  ['V6.2', '1-8', '9-12'],
  ['V6.3', '1-2', '3-4'],
  ['V6.4', '1-2', '3-4'],
  ['V6.5', '', '1-5'],
  ['V6.6', '', '1-3'],
  ['V6.8', '', '1-4'],
  ['V7.1', '', '1-3'],
  ['V7.2', '1-4', ''],
  ['V7.3', '', '1-2'],
  ['V7.4', '1-2', '3-5'],
  ['V7.5', '', '1-2'],
  ['V7.6', '', '1-2'],
  ['V8.1', '1', '2'],
  ['V8.2', '1-2', '3'],
  ['V8.3', '1', ''],
  ['V8.4', '', '1'],
  ['V9.1', '1-3', ''],
  ['V9.2', '1', '2-4'],
  ['V10.1', '', '1-2'],
  ['V10.2', '', '1-2'],
  ['V10.3', '', '1-4'],
  ['V10.4', '1-5', '6-11'],
  ['V10.5', '', '1-5'],
  ['V10.6', '', '1-2'],
  ['V10.7', '', '1-3'],
  ['V11.1', '', '1-2'],
  ['V11.2', '', '1-3'],
  ['V11.3', '1-2', '3'],
  ['V11.4', '1', '2-4'],
  ['V11.5', '', '1'],
  ['V11.6', '', '1'],
  ['V12.1', '1', '2-3'],
  ['V12.2', '1-2', ''],
  ['V12.3', '', '1-4'],
  ['V13.1', '', '1'],
  ['V13.2', '', '1-5'],
  ['V13.3', '', '1-2'],
  ['V13.4', '1', '2-5'],
  ['V14.1', '', '1-2'],
  ['V14.2', '1', '2-4'],
  ['V14.3', '1', '2-3'],
  ['V15.1', '1', '2-3'],
  ['V15.2', '1', '2-3'],
  ['V15.3', '1', '2-7'],
  ['V16.1', '', '1'],
  ['V16.2', '', '1-5'],
  ['V16.3', '', '1-4'],
  ['V16.4', '', '1-3'],
  ['V16.5', '', '1-3'],
  ['V17.1', '', '1'],
  ['V17.2', '', '1-4'],
  ['V17.3', '', '1-2'],
];

/** The ids of a section of one level: `1-3` are three numbers. */
function idsOf(section: string, numbers: string, level: number): string[] {
  if (numbers === '') return [];
  const [from = 0, to = from] = numbers.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, nth) => `${section}.${from + nth} of level ${level}`);
}

const wanted = sections.flatMap(([section, first, second]) => [
  ...idsOf(section, first, 1),
  ...idsOf(section, second, 2),
]);

const page = textOf('docs/asvs.md');
const rows = Array.from(
  page.matchAll(/^\| (V\d\S*) \| (\d) \| (.+?) \| (.+?) \|$/gm),
  ([, id, level, words, state]) => ({
    id: id!,
    level: Number(level),
    words: words!,
    state: state!,
  }),
);
type Row = (typeof rows)[number];

/** Why a requirement is not shown; none for one that is. */
const reasonOf = ({ state }: Pick<Row, 'state'>) => /^(not applicable|open): (.+)$/.exec(state);
const testsIn = ({ state }: Pick<Row, 'state'>) => Array.from(state.matchAll(/`(test\/[^`]+)`/g), ([, file]) => file!);

/** The sections that ask for documents alone: there a page is what shows a requirement. */
const ofDocuments = /^V(?:2|5|6|7|8|11|13|14|15|16)\.1\./;
const test = /^`test\/[^`]+`$/;
/** `test/docs/citations.test.ts` follows it. */
const link = /^\[[^\]]+\]\([\w./-]+\.md(?:#[\w-]+)?\)$/;

/** A row whose state is none: no list of tests, and of pages where documents are asked for, and no reason of some words. */
function faultOf({ id, state }: Pick<Row, 'id' | 'state'>): string[] {
  const missing = testsIn({ state }).filter((file) => !file.endsWith('.test.ts') || !existsSync(join(root, file)));
  const reason = reasonOf({ state })?.[2];
  const parts = state.split(', ');
  const isShown = parts.every((part) => test.test(part) || (link.test(part) && ofDocuments.test(id)));
  const isExplained = reason !== undefined && reason.split(' ').length >= 2;
  return [...missing.map((file) => `${id} names ${file}`), ...(isShown || isExplained ? [] : [`${id} says ${state}`])];
}

describe('docs/asvs.md', () => {
  it('has each requirement of the levels 1 and 2 once, with its level', () => {
    expect(wanted).toHaveLength(253);
    expect(wanted.filter((one) => one.endsWith('1'))).toHaveLength(70);
    const listed = rows.map(({ id, level }) => `${id} of level ${level}`);
    expect(listed.toSorted()).toEqual(wanted.toSorted());
  });

  it('has for each the tests that show it, which are there, or the page that is asked for, or a reason', () => {
    expect(rows.flatMap(faultOf)).toEqual([]);
  });

  it.each([
    ['`test/docs/nowhere.test.ts`', ['V0.0.1 names test/docs/nowhere.test.ts']],
    ['`test/README.md`', ['V0.0.1 names test/README.md']],
    ['open: later', ['V0.0.1 says open: later']],
    ['shown', ['V0.0.1 says shown']],
    ['open: as `test/docs/nowhere.test.ts` says', ['V0.0.1 names test/docs/nowhere.test.ts']],
    ['[the log](security.md#log)', ['V0.0.1 says [the log](security.md#log)']],
    [
      '`test/docs/asvs.test.ts`, [the log](security.md#log)',
      ['V0.0.1 says `test/docs/asvs.test.ts`, [the log](security.md#log)'],
    ],
  ])('would be found with %s', (state, faults) => {
    expect(faultOf({ id: 'V0.0.1', state })).toEqual(faults);
  });

  it('may name a page where documents are asked for', () => {
    expect(faultOf({ id: 'V16.1.1', state: '[the log](security.md#log), `test/docs/security.test.ts`' })).toEqual([]);
  });

  it('counts its rows', () => {
    const open = rows.filter((row) => reasonOf(row)?.[1] === 'open').length;
    const foreign = rows.filter((row) => reasonOf(row)?.[1] === 'not applicable').length;
    const sums = /^\| (\d+) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/m.exec(page)!.slice(1).map(Number);
    expect(sums).toEqual([rows.length - open - foreign, foreign, open, rows.length]);
  });
});
