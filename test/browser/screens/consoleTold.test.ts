import { Assignment } from '../../../models/assignments/Assignment';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { move, targets, walk } from '../../support/runs/assignments';
import { failTry } from '../../support/runs/reports';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { clippedOf, consoleUrl, faultsOf, openConsole, overhangOf, service, shiftedOf } from '../consoleReader';

const app = useApp({ baseUrl: 'https://api.example', consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

const hourMs = 3_600_000;
const payload = { title: 'Cliffs', description: 'At dusk', privacy: 'private', tags: [], madeForKids: false };

/** A user before the page of their own post. */
async function open(status: 'pending' | 'uploading' | 'uploaded' | 'published', options = {}) {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { name: 'Demo Channel' })) };
  const isLater = status === 'pending' || status === 'uploaded';
  const scheduledAt = isLater ? new Date(Date.now() + hourMs) : null;
  const { assignmentId: id } = await buildAssignment(parent, { payload, scheduledAt });
  await walk({ assignmentId: id }, status);
  const reader = await openConsole(chromium, user, options);
  stopping(reader.context);
  await reader.visit(`${consoleUrl}/assignments/${id}`);
  await reader.page.getByRole('heading', { name: 'Cliffs', level: 1 }).waitFor();
  const state = reader.page.getByRole('region', { name: 'State' });
  return { ...reader, id, state, button: (name: string) => reader.page.getByRole('button', { name, exact: true }) };
}

it.each([
  ['pending', /^Waiting for .*\d\d:\d\d to publish to Demo Channel$/, /^Created \d\d:\d\d$/],
  ['uploaded', /^Waiting for .*\d\d:\d\d, ready since .*\d\d:\d\d$/, /^Created \d\d:\d\d\s+Ready \d\d:\d\d$/],
  ['published', /^Live on Demo Channel since \d\d:\d\d$/, /^Created .*\s+Ready .*\s+Published \d\d:\d\d:\d\d$/],
] as const)(
  'a post that is %s is told in one sentence beside its picture, and its way in one line',
  async (status, sentence, line) => {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      const { page, state, button } = await open(status, { viewport: { width, height: 900 }, colorScheme });
      await state.getByText(sentence).waitFor();
      expect(await state.locator('.post-picture').count()).toBe(1);
      expect((await state.getByRole('list').innerText()).trim()).toMatch(line);
      expect(await page.locator('.mantine-Timeline-item').count()).toBe(0);
      expect([await faultsOf(page), await overhangOf(page), await clippedOf(page), await shiftedOf(page)]).toEqual([
        [],
        0,
        [],
        [],
      ]);
      await button('Show all steps').press('Enter');
      await page.locator('.mantine-Timeline-item').filter({ hasText: 'Published' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
  },
);

it('a refusal names the part that the platform refused, and the way on is the first button', async () => {
  const { page, id, state } = await open('uploading');
  const error = { code: 'PLATFORM_REJECTED', message: 'invalidTitle: it has signs that are not allowed.' } as const;
  await move({ assignmentId: id }, { to: 'failed', error });
  await state.getByText(`YouTube refused the title: ${error.message}`).waitFor();
  const acts = state.locator('.mantine-Button-root:not([aria-expanded])');
  expect(await acts.allInnerTexts()).toEqual(['Edit and retry', 'Retry for 10 credits']);
  expect(await faultsOf(page)).toEqual([]);
});

it('the facts for programs are folded, and stay as they were left in this tab', async () => {
  const { page, id } = await open('published', { viewport: { width: 390, height: 900 } });
  const summary = page.locator('summary', { hasText: 'Technical facts' });
  expect(await page.getByText(id).count()).toBe(0);
  await summary.press('Enter');
  await page.getByText(id).first().waitFor();
  expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
  await page.getByRole('link', { name: 'All posts' }).click();
  await page.getByRole('link', { name: 'Cliffs', exact: true }).click();
  await page.getByText(id).first().waitFor();
});

it('each state of each run has the tries that failed in it, and why', async () => {
  const { page, id, button } = await open('uploading');
  for (const answered of [503, 503, 429]) {
    const message = `The source answered ${answered}.`;
    await failTry({ assignmentId: id }, { code: 'MEDIA_DOWNLOAD_FAILED', message });
  }
  await page.reload();
  const uploading = page.locator('.mantine-Timeline-item').filter({ hasText: 'Uploading' });
  const reasons = [/^Media download failed: The source answered 429\. /, /answered 503\. 2 times, last /];
  await uploading.getByText('3 tries failed. Retrying automatically.').waitFor();
  const shown = await uploading.getByRole('listitem').allInnerTexts();
  expect(shown).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  expect(await faultsOf(page)).toEqual([]);

  await move({ assignmentId: id }, targets.failed);
  await button('Retry for 10 credits').click();
  await page.getByText('Run 2').waitFor();
  expect(await page.getByText(/tries failed/).isVisible()).toBe(false);
  await button('Run 1: failed').click();
  await page.getByText('3 tries failed.', { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('a preparation that failed is told with its reason, and that it is tried again', async () => {
  const { page, id } = await open('pending');
  const preparationError = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'The source answered 503.' };
  await Assignment.update({ preparationError, preparationFailedAt: new Date() }, { where: { id } });
  await page.reload();
  await page.getByText('It could not be prepared yet: The source answered 503.').waitFor();
  await page.getByText('You can fix this. Preparation is retried until the scheduled time.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
