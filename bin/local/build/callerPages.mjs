import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @typedef {{path: string, name: string, about: string}} ListedPage @typedef {ListedPage & {text: string}} CallerPage */

/**
 * The pages that the API serves to callers: those in Markdown that docs/README.md lists "For callers", in its order. Their links lead to one
 * another and to the OpenAPI document. Of any other link or picture of this checkout only the words stay.
 * @param {string} root the checkout @returns {CallerPage[]}
 */
export function callerPages(root) {
  const listed = listedPages(root);
  const served = new Set(listed.map(({ path }) => path));
  return listed.map((page) => ({
    ...page,
    text: withServedLinks(readFileSync(join(root, 'docs', page.path), 'utf8'), page.path, served),
  }));
}

/** The files that they are made of. @param {string} root @returns {string[]} */
export function listPageSources(root) {
  const listed = listedPages(root);
  return listed.length === 0
    ? []
    : ['README.md', ...listed.map(({ path }) => path)].map((path) => join(root, 'docs', path));
}

/** @param {string} root @returns {ListedPage[]} */
function listedPages(root) {
  const index = join(root, 'docs', 'README.md');
  if (!existsSync(index)) return [];
  const [, section = ''] = /^## For callers$([^]*?)^## /m.exec(readFileSync(index, 'utf8')) ?? [];
  return Array.from(
    section.matchAll(/^- \[([^\]]+)\]\(([\w/-]+\.md)\): (.+?)(?: \(generated\))?$/gm),
    ([, name = '', path = '', about = '']) => ({ path, name, about }),
  );
}

/** @param {string} text @param {string} path of the page, below docs/ @param {ReadonlySet<string>} served */
function withServedLinks(text, path, served) {
  const root = '../'.repeat(path.split('/').length);
  return text.replace(/!?\[([^\]]+)\]\((?!\w+:|#)([^()\s#]+)[^()\s]*\)/g, (link, words, file) => {
    const target = posix.join(posix.dirname(path), file);
    if (target === 'openapi.json') return `[${words}](${root}openapi.json)`;
    return served.has(target) ? link : words;
  });
}
