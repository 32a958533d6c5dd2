import { Assignment } from '../../models/Assignment';
import { Connection } from '../../models/Connection';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/people';
import type { BuiltUser } from '../support/people';
import { choose, useComposing } from './composing';
import { faultsOf } from './consoleReader';

const { app, open } = useComposing();

type Writer = Awaited<ReturnType<typeof open>>;

interface Refused extends Writer {
  user: BuiltUser;
  ids: Record<'Cliffs' | 'Dunes' | 'Harbour', string>;
}

/** Somebody publishes a text to two of their three Pages. A colleague has deactivated the second one meanwhile. */
async function publishToTwo(): Promise<Refused> {
  const user = await buildUser(app);
  const build = async (name: string) => (await buildConnection(user, { name, platform: 'facebook' })).connectionId;
  const ids = { Cliffs: await build('Cliffs'), Dunes: await build('Dunes'), Harbour: await build('Harbour') };
  const writer = await open(user);
  const { page, button } = writer;
  for (const name of ['Cliffs', 'Dunes']) await page.getByRole('checkbox', { name }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByText('It can be published.').nth(1).waitFor();
  await Connection.update({ isActive: false }, { where: { id: ids.Dunes } });
  await button('Publish to 2 channels').click();
  const report = page.getByRole('region', { name: 'Sent so far' });
  await report.getByText(/^Cliffs: .*follow it/).waitFor();
  await report.getByText(/^Dunes: This was refused\./).waitFor();
  return { ...writer, user, ids };
}

it('a refused channel is exchanged for another one: the text stays, and the post goes there', async () => {
  const { page, button, user, ids } = await publishToTwo();
  await page.getByRole('checkbox', { name: 'Dunes' }).uncheck();
  await page.getByText('Choose another channel for it, or begin anew.').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');
  expect(await button('Publish').isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('checkbox', { name: 'Harbour' }).check();
  await page.getByText('It can be published.').waitFor();
  await button('Publish to 1 remaining channel').click();
  await page.getByRole('region', { name: 'It is on its way' }).waitFor();
  const rows = await Assignment.findAll({ where: { workspaceId: user.workspaceId }, raw: true });
  expect(rows.map(({ connectionId }) => connectionId).sort()).toEqual([ids.Cliffs, ids.Harbour].sort());
  expect(rows.map(({ payload }) => payload)).toMatchObject([
    { message: 'Low tide at noon' },
    { message: 'Low tide at noon' },
  ]);
  await button('Compose another').click();
  await page.getByRole('checkbox').first().waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

it('the text stays when a refused channel is no longer listed, until somebody begins anew', async () => {
  const { page, button } = await publishToTwo();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Cliffs' }).waitFor();
  await page.getByText('Choose another channel for it, or begin anew.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Dunes' }).count()).toBe(0);
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');

  await button('Begin anew').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click();
  await page.getByRole('region', { name: 'Sent so far' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});
