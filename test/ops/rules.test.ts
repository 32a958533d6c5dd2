import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { codesOf } from '../../domain/failures/failures';
import { root } from '../support/programs';
import { readExpression } from './promql';
import { alerts, rules, rulesFolder } from './rules';

const entryOf = (url = '') => /^docs\/runbook\.md#(.+)$/.exec(url)?.[1];

describe('the alerts', () => {
  it.each([...alerts])(
    '%s has a severity, a sentence, and an entry of the runbook',
    (_name, { labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels?.['severity']);
      expect(annotations?.['summary']).toMatch(/^[A-Z{].*\.$/);
      expect(entryOf(annotations?.['runbook_url'])).toMatch(/^[a-z-]+$/);
    },
  );

  it('are all in the table of the page on deploying, each with its severity and its entry', () => {
    const page = readFileSync(join(root, 'docs', 'deploy.md'), 'utf8');
    const rows = Array.from(
      page.matchAll(/^\| `([A-Z]\w+)` +\| (page|ticket) +\| (.+?) +\|$/gm),
      ([, ...cells]) => cells,
    );
    const wanted = [...alerts].map(([name, { labels, annotations }]) => [
      name,
      labels?.['severity'],
      entryOf(annotations?.['runbook_url']),
    ]);
    const told = rows.map(([name, severity, entry = '']) => [name, severity, entry.toLowerCase().replaceAll(' ', '-')]);
    expect(new Set(told.map(String))).toEqual(new Set(wanted.map(String)));
  });

  it('have names of their own, as the rules that record', () => {
    const names = rules.map(({ alert, record }) => alert ?? record);
    expect(new Set(names).size).toBe(names.length);
  });

  it('about failures of ours have the codes for which the operator acts, and no others', () => {
    const { selectors } = readExpression(alerts.get('FailuresAreOurs')!.expr);
    expect(selectors.map(({ labels }) => labels['code']?.split('|'))).toEqual([codesOf('operator')]);
    expect(codesOf('operator')).not.toEqual([]);
  });

  it('have each a series that fires them and a series that does not, for promtool', () => {
    const { tests } = parse(readFileSync(join(rulesFolder, 'tests', 'alerts.yml'), 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
    };
    const tried = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const missing = (fires: boolean) =>
      [...alerts.keys()].filter(
        (name) => !tried.some(({ alertname, exp_alerts }) => alertname === name && exp_alerts.length > 0 === fires),
      );
    expect([missing(true), missing(false)]).toEqual([[], []]);
  });
});
