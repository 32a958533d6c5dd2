import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Assignment } from '../../../models/assignments/Assignment';
import { Connection } from '../../../models/connections/Connection';
import { buildConnection } from '../../support/build/connection';
import { videoBytes } from '../../support/media/media';
import { addMember, buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { useTempDir } from '../../support/tempDir';
import { until } from '../../support/until';
import { choose, useComposing } from './composing';
import { faultsOf } from '../consoleReader';

const { app, buildPublisher, open } = useComposing();
const folder = useTempDir();

type Writer = Awaited<ReturnType<typeof open>>;

interface Refused extends Writer {
  user: BuiltUser;
  ids: Record<'Cliffs' | 'Dunes' | 'Harbour', string>;
}

/** A user publishes a text to two of their three Pages. A colleague has deactivated the second Page meanwhile. */
async function publishToTwo(): Promise<Refused> {
  const user = await buildUser(app);
  const build = async (name: string) => (await buildConnection(user, { name, platform: 'facebook' })).connectionId;
  const ids = { Cliffs: await build('Cliffs'), Dunes: await build('Dunes'), Harbour: await build('Harbour') };
  const writer = await open(user);
  const { page, button } = writer;
  for (const name of ['Cliffs', 'Dunes']) await page.getByRole('checkbox', { name }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByText('Ready to publish.').waitFor();
  await Connection.update({ isActive: false }, { where: { id: ids.Dunes } });
  await button('Publish to 2 channels').click();
  const report = page.getByRole('region', { name: 'Results' });
  await report.getByText(/^Cliffs: .*View post/).waitFor();
  await report.getByText(/^Dunes: Request rejected\./).waitFor();
  return { ...writer, user, ids };
}

it('a refused channel is exchanged for another one: the text stays, and the post goes there', async () => {
  const { page, button, user, ids } = await publishToTwo();
  await page.getByRole('checkbox', { name: 'Dunes' }).uncheck();
  await page.getByText('Select another channel for it, or start over.').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');
  expect(await button('Publish').isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('checkbox', { name: 'Harbour' }).check();
  await page.getByText('Ready to publish.').waitFor();
  await button('Publish to 1 remaining channel').click();
  await page.getByRole('region', { name: 'Posts created' }).waitFor();
  const rows = await Assignment.findAll({ where: { workspaceId: user.workspaceId }, raw: true });
  expect(rows.map(({ connectionId }) => connectionId).sort()).toEqual([ids.Cliffs, ids.Harbour].sort());
  expect(rows.map(({ payload }) => payload)).toMatchObject([
    { message: 'Low tide at noon' },
    { message: 'Low tide at noon' },
  ]);
  await button('Compose another post').click();
  await page.getByRole('checkbox').first().waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

it('the text stays when a refused channel is no longer listed, until somebody begins anew', async () => {
  const { page, button } = await publishToTwo();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Cliffs' }).waitFor();
  await page.getByText('Select another channel for it, or start over.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Dunes' }).count()).toBe(0);
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');

  await button('Start over').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('region', { name: 'Results' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

/** Goes to another organization, and to the form there. */
async function composeIn(page: Page, organization: string): Promise<void> {
  await page.getByRole('button', { name: /: switch organization$/ }).click();
  await page.getByRole('menuitem', { name: organization }).click();
  await page.getByRole('button', { name: `${organization}: switch organization` }).waitFor();
  await page.getByRole('link', { name: 'Compose', exact: true }).first().click();
  await page.getByRole('checkbox').first().waitFor();
}

it('a draft and an upload belong to their organization: another one does not show them, and they wait', async () => {
  const [ada, grace] = [await buildPublisher(), await buildUser(app, { name: 'Grace' })];
  await buildConnection(grace, { name: 'Berlin Notes' });
  await addMember(grace.organizationId, ada.userId, 'member');
  const { page, asked } = await open(ada);
  const path = folder.at('coast.mp4');
  writeFileSync(path, videoBytes(12_000_000));
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.getByLabel('Title').fill('Half way');
  const offsets: string[] = [];
  page.on('request', (request) => {
    const { 'upload-offset': offset } = request.headers();
    if (offset !== undefined) offsets.push(offset);
  });
  await page.route('**/upload-sessions/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (offset === undefined || offset === '0') await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(path);
  await until(() => offsets.length === 2);

  await composeIn(page, "Grace's organization");
  await page.unroute('**/upload-sessions/*');
  asked.length = 0;
  // It is the only channel, so it is chosen.
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await choose(page, 'Video');
  await page.getByText('Drop a file here, or').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
  await page.getByLabel('Title').fill('Of Berlin');
  await page.getByText('9 of 100 characters.').waitFor();
  expect(asked.filter((url) => url.includes('upload-sessions'))).toEqual([]);

  await composeIn(page, "Ada's organization");
  expect(await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).isChecked()).toBe(true);
  expect(await page.getByLabel('Title').inputValue()).toBe('Half way');
  await page.getByText('coast.mp4: 8.4 MB of 12.0 MB uploaded. Choose the same file to continue.').waitFor();
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('coast.mp4 is uploaded').waitFor();
  expect(offsets).toEqual(['0', '8388608', '8388608']);
  await composeIn(page, "Grace's organization");
  expect(await page.getByLabel('Title').inputValue()).toBe('Of Berlin');
});

async function logIn(page: Page, { email, password }: BuiltUser): Promise<void> {
  await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: /: account$/ }).waitFor();
  await page.getByRole('link', { name: 'Compose', exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).waitFor();
}

it('a draft belongs to its writer: the next person in this tab does not see it, and it waits for them', async () => {
  const [ada, grace] = [await buildPublisher(), await buildPublisher()];
  const { page } = await open(ada);
  const message = page.getByLabel('Message');
  const write = async (text: string) => {
    await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
    await choose(page, 'Text');
    expect(await message.inputValue()).toBe('');
    await message.fill(text);
  };
  await write('Low tide at noon');
  // Her session has ended, and another user loads the page.
  await page.evaluate("sessionStorage.removeItem('session')");
  await page.reload();
  await logIn(page, grace);
  await write('Seals on the north beach');
  const logOut = async () => {
    await page.getByRole('button', { name: /: account$/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
  };
  await logOut();
  await logIn(page, ada);
  expect(await message.inputValue()).toBe('Low tide at noon');

  await logOut();
  await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
  const kept = await page.evaluate<string[]>('Object.keys(sessionStorage)');
  expect(kept.filter((name) => name.includes('composition'))).toEqual([]);
});
