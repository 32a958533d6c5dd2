import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { builtConsole } from '../support/callers/app';
import { root } from '../support/programs';

const mantine = dirname(createRequire(__filename).resolve('@mantine/core/styles.css'));
const read = (path: string): string => readFileSync(path, 'utf8');

/** The classes of Mantine in a text, by which its code and its styles meet. */
const classesOf = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{7,8}\b/g));

const imported = Array.from(
  read(join(root, 'console/look/mantine.css')).matchAll(/styles\/(\w[\w-]*\.css)/g),
  ([, name]) => name!,
);
const assets = join(builtConsole, 'assets');
const code = readdirSync(assets)
  .filter((name) => name.endsWith('.js'))
  .map((name) => read(join(assets, name)))
  .join('\n');
const used = classesOf(code);

/** The sheets of parts. The others have no class: the page as a whole, and its variables. */
const sheets = readdirSync(join(mantine, 'styles'))
  .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
  .map((name) => ({ name, classes: [...classesOf(read(join(mantine, 'styles', name)))] }))
  .filter(({ classes }) => classes.length > 0);

describe('the styles of Mantine', () => {
  it('are there for each part whose code the console has, and for no other', () => {
    const wanted = sheets.filter(({ classes }) => classes.some((name) => used.has(name))).map(({ name }) => name);
    expect(wanted.length).toBeGreaterThan(40);
    expect(imported.filter((name) => sheets.some((sheet) => sheet.name === name)).toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  it('stand in the order of Mantine, in which later ones win', () => {
    const whole = read(join(mantine, 'styles.css'));
    const places = imported.map((name) => whole.indexOf(read(join(mantine, 'styles', name)).trim()));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});
