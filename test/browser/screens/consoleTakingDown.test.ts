import { Assignment } from '../../../models/assignments/Assignment';
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

/** A user before the page of their own published post. */
async function open(platform: 'youtube' | 'facebook', type: 'video' | 'story') {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { platform })) };
  const { assignmentId: id } = await buildAssignment(parent, { platform, type });
  await walk({ assignmentId: id }, 'published');
  const reader = await openConsole(chromium, user);
  stopping(reader.context);
  await reader.visit(`${consoleUrl}/assignments/${id}`);
  const { page } = reader;
  await page.getByRole('link', { name: 'View post' }).waitFor();
  const [dialog, takeDown] = [page.getByRole('dialog'), page.getByRole('button', { name: 'Take down', exact: true })];
  return { ...reader, id, dialog, takeDown };
}

/** Its run has come to this end. */
const end = async (id: string, state: object) =>
  app.database.query('UPDATE assignments SET removal = removal || $2::jsonb, next_work = NULL WHERE id = $1', [
    id,
    JSON.stringify({ endedAt: Date.now(), ...state }),
  ]);

it('a post is taken down once its consequences are said; the page and the list tell how far that is', async () => {
  const { page, id, dialog, takeDown, visit } = await open('youtube', 'video');
  await takeDown.click();
  await dialog.getByText('Links to it stop working.').waitFor();
  await dialog.getByLabel('Make it private').check();
  await dialog.getByText('Only the owners of the channel can see the post.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make private' }).click();
  await page.getByText('Being made private on YouTube, since').waitFor();
  expect((await Assignment.findByPk(id, { rejectOnEmpty: true })).removal).toMatchObject({
    mode: 'private',
    state: 'due',
    askedBy: 'user',
  });
  await end(id, { state: 'failed', error: { code: 'PLATFORM_REJECTED', message: 'YouTube says no.' } });
  await page.reload();
  await page.getByRole('alert').getByText('YouTube says no.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await takeDown.click();
  await dialog.getByRole('button', { name: 'Delete post' }).click();
  await page.getByText('Being deleted from YouTube, since').waitFor();
  await end(id, { state: 'done' });
  await page.reload();
  await page.getByText('Deleted from YouTube at').waitFor();
  expect([await takeDown.count(), await page.getByRole('button', { name: 'Edit' }).count()]).toEqual([0, 0]);
  expect(await faultsOf(page)).toEqual([]);
  await visit(`${consoleUrl}/assignments`);
  await page.getByRole('row').filter({ hasText: 'Walking the coast path' }).getByText('Deleted').waitFor();
});

it('a post that its platform does not let go is not offered to be taken down', async () => {
  const { page, takeDown } = await open('facebook', 'story');
  expect(await takeDown.count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});
