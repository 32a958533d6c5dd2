import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../support/programs';

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface RuleFile {
  name: string;
  content: { groups: { name: string; rules: Rule[] }[] };
}

/** The folder with the rules of Prometheus. */
export const rulesFolder = join(root, 'ops', 'prometheus');

/** The files with rules, as Prometheus loads them. */
export const ruleFiles: readonly RuleFile[] = readdirSync(rulesFolder)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => ({ name, content: parse(readFileSync(join(rulesFolder, name), 'utf8')) as RuleFile['content'] }));

/** All rules, in their order. */
export const rules: readonly Rule[] = ruleFiles.flatMap(({ content }) =>
  content.groups.flatMap((group) => group.rules),
);

/** The alerts by their names. */
export const alerts: ReadonlyMap<string, Rule> = new Map(
  rules.flatMap((rule) => (rule.alert === undefined ? [] : [[rule.alert, rule]])),
);
