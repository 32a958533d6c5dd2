import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: 'https://api.example', consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

it('the page of a live post tells how far its extras are', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  const payload = {
    title: 'Cliffs',
    privacy: 'public',
    firstComment: 'First!',
    captions: [{ language: 'en', url: 'https://media.example/en.vtt' }],
  };
  const { assignmentId: id } = await buildAssignment(parent, { payload });
  await walk({ assignmentId: id }, 'published');
  await app.database.query(
    `INSERT INTO post_extras (assignment_id, field, value, post_id, lease_until, ended_at, external_id)
     VALUES ($1, 'firstComment', 'First!', 'v1', '-infinity', now(), 'c1')`,
    [id],
  );
  await app.database.query('UPDATE assignments SET owes_extras = true WHERE id = $1', [id]);
  const { page, visit, context } = await openConsole(chromium, user);
  stopping(context);
  await visit(`${consoleUrl}/assignments/${id}`);
  await page.getByRole('row', { name: /First comment: made/ }).waitFor();
  await page.getByRole('row', { name: /Extra \(en\) Captions: waits for the post/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
