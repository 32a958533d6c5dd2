import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..', 'console');
const list = join(root, 'app', 'screens.ts');
const folders = readdirSync(join(root, 'screens'));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** The screens of which a file imports something. */
const screensUsedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/'(\.[^']*)'/g)]
    .map(([, name = '']) => join(dirname(file), name))
    .flatMap((path) => /console\/screens\/(\w+)/.exec(path)?.[1] ?? []);

describe('the screens of the console', () => {
  it('lists each, so that the router and the navigation have it', () => {
    expect(screensUsedBy(list).sort()).toEqual([...folders].sort());
  });

  it.each(folders)('keeps %s apart from the others', (folder) => {
    const used = filesIn(join(root, 'screens', folder)).flatMap(screensUsedBy);
    expect(used.filter((screen) => screen !== folder)).toEqual([]);
  });

  it('lets nothing but the list know them', () => {
    const others = filesIn(root).filter((file) => file !== list && !file.startsWith(join(root, 'screens')));
    expect(others.filter((file) => screensUsedBy(file).length > 0)).toEqual([]);
  });
});
