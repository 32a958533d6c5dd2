import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/people';
import { consoleUrl } from './consoleReader';
import { useLists } from './lists';

const { app, enter } = useLists();

/** Somebody in India with a post of 2 May there, which was 1 May in UTC. */
async function enterInIndia() {
  const user = await buildUser(app);
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: 'Asia/Kolkata' } });
  const { assignmentId } = await buildAssignment({ ...user, ...(await buildConnection(user)) });
  await app.database.query("UPDATE assignments SET created_at = '2026-05-01T18:45:00Z' WHERE id = $1", [assignmentId]);
  return enter({}, user);
}

it('the posts of a day are those of the day of the reader', async () => {
  const page = await enterInIndia();
  await page.goto(`${consoleUrl}/assignments?dateFrom=2026-05-02`);
  await page.getByText('All 1 shown').waitFor();
  await page.goto(`${consoleUrl}/assignments?dateTo=2026-05-02`);
  await page.getByText('No assignment fits').waitFor();
  expect(await page.getByLabel('Created before').inputValue()).toBe('2026-05-02');
});

it('the transactions of a day, and their file, are those of the day of the reader', async () => {
  const page = await enterInIndia();
  const asked = async (path: string) =>
    page.waitForRequest((sent) => {
      const { pathname, searchParams } = new URL(sent.url());
      return pathname.endsWith(path) && searchParams.has('dateFrom');
    });
  const list = asked('/console/transactions');
  await page.goto(`${consoleUrl}/billing?dateFrom=2026-05-02&dateTo=2026-05-03`);
  const file = asked('/console/transactions/export');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  for (const sent of [await list, await file]) {
    const { searchParams } = new URL(sent.url());
    expect(['dateFrom', 'dateTo'].map((name) => searchParams.get(name))).toEqual([
      '2026-05-01T18:30:00.000Z',
      '2026-05-02T18:30:00.000Z',
    ]);
  }
});
