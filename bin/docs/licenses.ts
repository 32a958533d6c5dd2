/** Licences under which others may use the service without conditions on its own code. CC-BY-4.0 is on data only. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose package.json names no licence that npm would record; it was read in the file that is named here. */
export const readInFile: Readonly<Record<string, { license: string; file: string }>> = {
  'passport-http-bearer': { license: 'MIT', file: 'LICENSE' },
  'passport-strategy': { license: 'MIT', file: 'LICENSE' },
  pause: { license: 'MIT', file: 'Readme.md' },
  unionfs: { license: 'Unlicense', file: 'LICENSE' },
};

/** SPDX expressions of one level: one of several licences is enough (OR), or all are needed (AND). */
export function isAllowed(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((license) => allowed.has(license)));
}
