import { faults } from './faults';
import { alerts } from '../ops/rules';
import { entriesOf } from './page';

const entries = entriesOf();

it('has twelve entries at most, each with an alert, and a fault that a test makes', () => {
  expect(entries.length).toBeLessThanOrEqual(12);
  expect(entries.map(({ anchor }) => anchor)).toEqual(faults.map(({ entry }) => entry));
  for (const { alerts } of entries) expect(alerts.length).toBeGreaterThan(0);
});

it.each(entries)('$anchor says what to do, what not to do, and begins with what is stuck', ({ text, commands }) => {
  expect([text.includes('**Do**'), text.includes('**Do not**')]).toEqual([true, true]);
  expect(commands[0]).toBe('npm run --silent admin -- stuck');
});

it.each(entries)('$anchor names the alerts that lead to it, and no others', ({ anchor, alerts: named }) => {
  const leading = [...alerts].filter(([, { annotations }]) => annotations?.['runbook_url']?.endsWith(`#${anchor}`));
  expect(new Set(named)).toEqual(new Set(leading.map(([name]) => name)));
});

it('is where each alert leads', () => {
  const anchors = entries.map(({ anchor }) => `docs/runbook.md#${anchor}`);
  const urls = [...alerts.values()].map(({ annotations }) => annotations?.['runbook_url']);
  expect(urls.filter((url = '') => !anchors.includes(url))).toEqual([]);
});
