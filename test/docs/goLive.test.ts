import { settings } from '../../bin/docs/settings';
import { eventTypes } from '../../lib/payments/stripeEvent';
import { platformModules } from '../../platforms';
import { textOf } from '../support/projectFiles';

const page = textOf('docs/go-live.md');
const bytesMax = 14 * 1024;

/** The first group of each match, once. */
const found = (form: RegExp, text = page): string[] => [
  ...new Set(Array.from(text.matchAll(form), ([, name = '']) => name)),
];

/** The first cells of the table whose heading begins so. */
function firstCells(heading: string): string[] {
  const [, table = ''] = page.split(`| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  return found(/^\| `([^`]+)` \|/gm, rows);
}

it('fits on one page', () => {
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(bytesMax);
});

it('names exactly the events of Stripe that the service handles', () => {
  expect(firstCells('event').toSorted()).toEqual(eventTypes.toSorted());
});

it('names no setting that there is not', () => {
  const known = settings().map(({ name }) => name);
  const named = found(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

it('names the address to which each platform sends the browser back', () => {
  for (const slug of Object.keys(platformModules)) expect(page).toContain(`\`BASE_URL/api/v1/oauth/${slug}/callback\``);
});

it('gives a reason for each permission', () => {
  const rows = found(/^\| `([^`]+)` \| (?:always|with the features? `|for pages of a business)[^|]*\| [^|]{20,} \|$/gm);
  const permissions = [...firstCells('scope of YouTube'), ...firstCells('permission of Facebook')];
  expect(rows).toEqual(permissions);
  expect(permissions.length).toBeGreaterThan(5);
});
