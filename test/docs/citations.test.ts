import { dirname, join, normalize, relative } from 'node:path';
import { root } from '../support/programs';
import { projectFiles as files, textOf } from '../support/projectFiles';

const pages = files.filter((file) => file.endsWith('.md'));
/** This file has citations that lead nowhere, to show that they are found. */
const commented = files.filter(
  (file) => /\.(ts|mjs|cjs|json|ya?ml|md|example|sh)$|^\.ci\/run$/.test(file) && file !== relative(root, __filename),
);

/** The pages that comments cite by section. The second one has no numbered sections: a README has the rule. */
const citedPages = {
  'contract.md': 'docs/contract.md',
  'ARCHITECTURE.md': 'ARCHITECTURE.md',
} as const;
const isCited = (name: string): name is keyof typeof citedPages => Object.hasOwn(citedPages, name);

/** A page without its fenced code, in which a `#` begins a comment and brackets are no link. */
const proseOf = (page: string): string => textOf(page).replace(/^```.*?^```$/gms, '');

function headingsOf(page: string): string[] {
  return Array.from(proseOf(page).matchAll(/^#+ +(.+?) *$/gm), ([, heading = '']) => heading);
}

/** The numbers of a page's sections: `3` of "## 3. Connections", `3.7` of "### 3.7 Clean-up". */
function sectionsOf(page: string): string[] {
  return headingsOf(page).flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? []);
}

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
  return headingsOf(page).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Comments break lines anywhere, so a citation is read with the line breaks and comment marks taken out. */
const unwrapped = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

/** "reference §2.1" in the sandbox cites a row of the sources in its README. */
function sourcesCitedIn(file: string): string[] {
  return Array.from(
    unwrapped(textOf(file)).matchAll(/\breference (§[\d.]*\d(?:, §[\d.]*\d)*)/g),
    ([, list = '']) => list,
  )
    .flatMap((list) => list.split(', '))
    .map((section) => section.slice(1));
}

interface Citation {
  file: string;
  page: string;
  section: string;
}

/** "contract.md §4, §13" cites two sections; so does "§2 and §3". */
function citationsIn(file: string, text = textOf(file)): Citation[] {
  const cited = unwrapped(text).matchAll(
    /\b(contract\.md|ARCHITECTURE\.md),? (§\d+(?:\.\d+)*(?:(?:,| and) §\d+(?:\.\d+)*)*)/g,
  );
  return Array.from(cited).flatMap(([, name = '', sections = '']) =>
    Array.from(sections.matchAll(/§([\d.]*\d)/g), ([, section = '']) => ({
      file,
      page: isCited(name) ? citedPages[name] : name,
      section,
    })),
  );
}

/** "(models/README.md)" cites a page by its path from the root of the project. */
function pagesCitedIn(file: string, text = textOf(file)): string[] {
  const comments = Array.from(text.matchAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*|^\s*#.*/gm), ([comment]) => comment).join('\n');
  return Array.from(comments.matchAll(/(?<![\w/.-])(?:[\w-]+\/)+[\w-]+\.md\b/g), ([path]) => path);
}

/** "decision 24" cites a decision by its number. */
function decisionsCitedIn(file: string, text = textOf(file)): string[] {
  return Array.from(unwrapped(text).matchAll(/\bdecision (\d+)\b/gi), ([, number = '']) => number);
}

const decisions = pages.flatMap((page) => /^docs\/decisions\/0*(\d+)-/.exec(page)?.[1] ?? []);

/** "spec, OAuth ticket; …" and "the spec's Limits table" cite a heading of the contract by its words. */
function titlesCitedIn(file: string): string[] {
  const text = unwrapped(textOf(file));
  return Array.from(text.matchAll(/\bspec(?:, |'s )([A-Z][A-Za-z ]*?)(?= table|[;,.)])/g), ([, title = '']) => title);
}

const sections = new Map<string, string[]>(Object.values(citedPages).map((page) => [page, sectionsOf(page)]));

function leadsNowhere({ page, section }: Citation): boolean {
  return sections.get(page)?.includes(section) !== true;
}

interface Link {
  page: string;
  target: string;
}

function linksIn(page: string): Link[] {
  const inline = proseOf(page).matchAll(/\]\(([^()\s]+)\)/g);
  return Array.from(inline, ([, target = '']) => ({ page, target })).filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** The target of a link: the file, from the project's root, and the anchor in it. */
function aimOf({ page, target }: Link): { file: string; anchor: string | undefined } {
  const [path = '', anchor] = target.split('#');
  return { file: path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path))), anchor };
}

function isDead(link: Link): boolean {
  const { file, anchor } = aimOf(link);
  const isThere = files.some(
    (known) => known === file.replace(/\/$/, '') || known.startsWith(`${file.replace(/\/$/, '')}/`),
  );
  return !isThere || (anchor !== undefined && !anchorsOf(file).includes(anchor));
}

describe('citations of sections', () => {
  const citations = commented.flatMap((file) => citationsIn(file));

  it('are found in the code and in the documents', () => {
    expect(citations.length).toBeGreaterThan(80);
  });

  it('lead to a section that the page has', () => {
    expect(citations.filter(leadsNowhere)).toEqual([]);
  });

  it('are read over line breaks, several sections at a time, and refused where there is no such section', () => {
    const comment =
      ' * as promised (contract.md §4,\n * §99 and §2), see contract.md\n * §13 and ARCHITECTURE.md §3.1.\n';
    const cited = citationsIn('lib/planted.ts', comment);
    expect(cited.map(({ section }) => section)).toEqual(['4', '99', '2', '13', '3.1']);
    expect(cited.filter(leadsNowhere).map(({ section }) => section)).toEqual(['99', '3.1']);
  });

  it('lead to a heading of the contract where they give its words', () => {
    const titles = commented.flatMap(titlesCitedIn);
    expect(titles.length).toBeGreaterThan(3);
    const headings = headingsOf(citedPages['contract.md']);
    expect(titles.filter((title) => !headings.includes(title))).toEqual([]);
  });
});

describe('citations of pages', () => {
  const code = commented.filter((file) => !file.endsWith('.md'));
  const cited = code.flatMap((file) => pagesCitedIn(file).map((page) => ({ file, page })));

  it('are found in the code', () => {
    expect(cited.length).toBeGreaterThan(30);
  });

  it('lead to a page of the project', () => {
    expect(cited.filter(({ page }) => !pages.includes(page))).toEqual([]);
  });

  it('are read in comments alone', () => {
    const planted = "/**\n * Takes a lease (models/nowhere/README.md).\n */\nread('docs/any.md'); // docs/states.md\n";
    expect(pagesCitedIn('lib/planted.ts', planted)).toEqual(['models/nowhere/README.md', 'docs/states.md']);
  });

  it('by the number of a decision lead to one', () => {
    const numbers = commented.flatMap((file) => decisionsCitedIn(file).map((number) => ({ file, number })));
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter(({ number }) => !decisions.includes(number))).toEqual([]);
    expect(decisionsCitedIn('lib/planted.ts', ' * counted (decision\n * 99)')).toEqual(['99']);
  });
});

describe('sources that the sandbox cites', () => {
  it('are rows of the table in its README', () => {
    const code = files.filter((file) => file.endsWith('.ts') && /sandbox\//.test(file));
    const cited = code.flatMap(sourcesCitedIn);
    expect(cited.length).toBeGreaterThan(10);
    const rows = Array.from(textOf('sandbox/README.md').matchAll(/^\| (\d[\d.]*) +\|/gm), ([, section]) => section);
    expect(cited.filter((section) => !rows.includes(section))).toEqual([]);
  });
});

describe('relative links', () => {
  const links = pages.flatMap(linksIn);

  it('are found on the pages', () => {
    expect(links.length).toBeGreaterThan(80);
  });

  it('lead to a file of the project, and to a heading of it where they name one', () => {
    expect(links.filter(isDead)).toEqual([]);
  });

  it('are refused where there is no such file or heading', () => {
    const planted = ['../README.md', 'contract.md#10-everywhere', 'nowhere.md', 'contract.md#nowhere', '../docs/guide'];
    const dead = planted.map((target) => ({ page: 'docs/README.md', target })).filter(isDead);
    expect(dead.map(({ target }) => target)).toEqual(['nowhere.md', 'contract.md#nowhere', '../docs/guide']);
  });
});

describe('the index of the documents', () => {
  it('names every page of docs/', () => {
    const indexed = new Set(linksIn('docs/README.md').map((link) => aimOf(link).file));
    const written = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(written.filter((page) => !indexed.has(page))).toEqual([]);
  });
});

describe('pages that say the same twice', () => {
  const movesIn = (page: string): string[] =>
    Array.from(textOf(page).matchAll(/^ {2}(\S+) --> (\S+?)(?::.*)?$/gm), ([, from, to]) => `${from} → ${to}`);

  it('have the same moves in their diagrams of an assignment', () => {
    expect(movesIn('ARCHITECTURE.md').length).toBeGreaterThan(10);
    expect(movesIn('ARCHITECTURE.md').toSorted()).toEqual(movesIn('docs/states.md').toSorted());
  });

  it('promise nothing without a test that is there', () => {
    const commands = Array.from(
      textOf('docs/promises.md').matchAll(/`npm [^`]* -- (test\/[^`]*)`/g),
      ([, all = '']) => all,
    );
    const paths = commands.flatMap((all) => all.split(' '));
    expect(paths.length).toBeGreaterThan(20);
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    expect(paths.filter((path) => !tests.some((test) => test.startsWith(path)))).toEqual([]);
  });
});

describe('the size of a page', () => {
  const folders = 'activities api bin channels domain lib models outbox platforms workflows'.split(' ');
  const isOfService = (page: string): boolean => folders.includes(page.split('/')[0]!);

  it.each([
    ['ARCHITECTURE.md', 10_240],
    ['README.md', 8192],
    ...pages
      .filter((page) => /^(?:[\w-]+\/)+README\.md$/.test(page) && isOfService(page))
      .map((page) => [page, 4096] as const),
  ] as const)('%s stays within its limit', (page, bytesMax) => {
    expect(Buffer.byteLength(textOf(page))).toBeLessThanOrEqual(bytesMax);
  });
});
