import { textOf } from '../support/projectFiles';

/** An entry of docs/runbook.md. */
export interface Entry {
  anchor: string;
  /** The commands of its fenced blocks, in their order. */
  commands: string[];
  /** The names of its alerts. */
  alerts: string[];
  text: string;
}

/** The entries for faults, in the order of the page. */
export function entriesOf(page = textOf('docs/runbook.md')): Entry[] {
  return page
    .split(/^## /m)
    .slice(1)
    .filter((part) => part.includes('**Shows**'))
    .map((text) => ({
      anchor: text.split('\n')[0]!.toLowerCase().replaceAll(' ', '-'),
      commands: [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim()),
      alerts: [.../\*\*Alert\*\* (.*?)\. \*\*Shows/s.exec(text)![1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
      text,
    }));
}
