import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../support/programs';

/** Parts of a page that have no words for people: the values of these attributes and fields. */
const wordless = new Set(['className', 'd', 'key', 'style', 'styles', 'viewBox', 'rel', 'fontFamily', 'authorization']);
const letter = /\p{L}/u;
/** Two words, or a word that begins with a capital, as a label does. Names of headers and media types have no space. */
const prose = /[\p{L}0][,.:]? [\p{L}0]|^\p{Lu}\p{Ll}+[.?!…]?$/u;
const isProse = (text: string) => prose.test(text) && letter.test(text);

type Node = Readonly<Record<string, unknown>> & { type?: string };

/** The texts for people in a source: text between tags, and strings that read as prose. */
function textsIn(source: string): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    if (isWordless(node)) return;
    if (node.type === 'JSXText' && letter.test(String(node['value']))) found.push(String(node['value']).trim());
    if (node.type === 'StringLiteral' && isProse(String(node['value']))) found.push(String(node['value']));
    if (node.type === 'TemplateLiteral' && isProse(textOf(node))) found.push(textOf(node));
    for (const child of Object.values(node)) for (const one of [child].flat()) if (isNode(one)) walk(one);
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: true }) as unknown as Node);
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The fixed parts of a template, each value as a 0. */
function textOf({ quasis }: Node): string {
  return (quasis as readonly { raw: string }[]).map(({ raw }) => raw).join('0');
}

/** Types, imports, faults for developers, comparisons, and attributes without readers. */
function isWordless(node: Node): boolean {
  const { type = '', name, key, callee, operator } = node;
  if (type === 'ImportDeclaration' || type === 'TsLiteralType' || type === 'TsTypeAliasDeclaration') return true;
  if (type === 'NewExpression') return (callee as Node)['value'] === 'Error';
  if (type === 'BinaryExpression') return operator === '===' || operator === '!==';
  if (type === 'CallExpression' && (callee as Node)['value'] === 'lazyScreen') return true;
  if (type === 'JSXAttribute') return wordless.has(String((name as Node)['value']));
  return type === 'KeyValueProperty' && wordless.has(String((key as Node)['value']));
}

const files = readdirSync(join(root, 'console'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'))
  .toSorted();

describe('a text that people read', () => {
  it('stands in console/texts and nowhere else', () => {
    expect(files.length).toBeGreaterThan(150);
    const elsewhere = files.flatMap((file) =>
      textsIn(readFileSync(join(root, 'console', file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it.each([
    '<p>Save</p>',
    '<p>{name} is gone</p>',
    '<Field label="Time zone" />',
    '<Field label={`It is ${time} there`} />',
    "announce('Saved.')",
    "const label = isNew ? 'Create' : null",
  ])('is found in %s', (source) => expect(textsIn(source)).toHaveLength(1));

  it.each([
    "import x from 'A b'",
    '<p className="tabular breakable">{texts.save}</p>',
    "throw new Error('This cannot be')",
    "if (event.key === 'Enter') go()",
    "headers.set('Content-Type', 'text/csv')",
    '<p>{a}: {b} · {c}</p>',
    'const both = `${a} ${b}`',
    "type Kind = 'A word'",
  ])('is not found in %s', (source) => expect(textsIn(source)).toEqual([]));
});
