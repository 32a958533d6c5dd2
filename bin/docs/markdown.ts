import { formatted } from './formatted';

/** A page as `npm run format` would leave it. `source` names the files to edit instead of the page. */
export async function page(title: string, source: string, ...blocks: string[]): Promise<string> {
  const text = [`# ${title}`, `<!-- Made by \`npm run docs\` from ${source}. Do not edit. -->`, ...blocks].join('\n\n');
  return formatted('page.md', text);
}

/** A table whose cells hold text, not Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
