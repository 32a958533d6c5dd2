import { textOf } from '../support/projectFiles';

/** A fenced block of docs/deploy.md. */
interface Block {
  language: string;
  text: string;
}

/** The fenced blocks of a section of docs/deploy.md, in their order. @throws Error where there is no such section */
function blocksOf(title: string): Block[] {
  const section = textOf('docs/deploy.md')
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`docs/deploy.md has no section ${title}`);
  return [...section.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```/gm)].map(([, language = '', text = '']) => ({
    language,
    text: text.replaceAll(/^ +/gm, ''),
  }));
}

/** The one block of a section that has these words. */
function blockWith(title: string, words: string): string {
  const [block, another] = blocksOf(title).filter(({ text }) => text.includes(words));
  if (!block || another) throw new Error(`docs/deploy.md has not one block with ${words} in ${title}`);
  return block.text;
}

/** What an operator types and writes for a backup and a restore, as docs/deploy.md has it. */
export const page = {
  archive: blockWith('Backup', 'archive_mode'),
  baseBackup: blockWith('Backup', 'pg_basebackup'),
  copyBack: blockWith('Restore and failover', 'recovery.signal'),
  recovery: blockWith('Restore and failover', 'restore_command'),
  /** The rows of its table, with one space around each cell. */
  told: textOf('docs/deploy.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' ')),
  /** The commands of operators, one a line. */
  commands: blocksOf('Restore and failover')
    .filter(({ language, text }) => language === 'sh' && text.includes('npm run'))
    .flatMap(({ text }) => text.trim().split('\n')),
};
