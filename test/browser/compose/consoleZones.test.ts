import { Assignment } from '../../../models/assignments/Assignment';
import { consoleUrl, faultsOf, overhangOf } from '../consoleReader';
import { choose, useComposing } from './composing';

const { buildPublisher, open } = useComposing();

it('a time is picked in the zone of the channel, with the own time and UTC beside it; the browser keeps that zone', async () => {
  const user = await buildPublisher();
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: 'Asia/Tokyo' } });
  const { page, button } = await open(user, { viewport: { width: 390, height: 844 } });
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at one');
  await page.getByLabel('At a specific time').check();
  const zone = page.getByRole('combobox', { name: 'Time zone' }).or(page.getByRole('textbox', { name: 'Time zone' }));
  await zone.fill('Phoenix');
  await page.getByRole('option', { name: 'America/Phoenix' }).click();
  // Phoenix never moves its clocks.
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Time in America/Phoenix').fill(`${day}T09:00`);
  await page.getByText('for you (Asia/Tokyo).').waitFor();
  await page.getByText(`${day} 16:00 UTC`).waitFor();
  expect(await page.getByText('for you (Asia/Tokyo).').innerText()).toMatch(/\b0?1:00/);
  await page.locator('button:enabled', { hasText: 'Schedule' }).waitFor();
  expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
  await button('Schedule').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
  const [row] = await Assignment.findAll({ where: { workspaceId: user.workspaceId } });
  expect(row!.scheduledAt?.toISOString()).toBe(`${day}T16:00:00.000Z`);

  await page.goto(`${consoleUrl}/compose`);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('At a specific time').check();
  await zone.click();
  await page.getByText('Used for these channels').waitFor();
  await page.getByRole('option', { name: 'America/Phoenix' }).click();
  await page.getByLabel('Time in America/Phoenix').waitFor();
});

it('a link begins a new draft with its time, and leaves the time of a begun draft alone', async () => {
  const { page } = await open(await buildPublisher());
  const at = async (given: string) => {
    await page.goto(`${consoleUrl}/compose?at=${encodeURIComponent(given)}`);
    await page.getByRole('checkbox').first().waitFor();
    return page.getByLabel(/^Time in/);
  };
  const field = await at('2031-05-01');
  await field.waitFor();
  expect(await field.inputValue()).toBe('2031-05-01T00:00');
  const later = await at('2032-05-01T09:00:00Z');
  await later.waitFor();
  expect(await later.inputValue()).toBe('2031-05-01T00:00');
  expect(await faultsOf(page)).toEqual([]);
});
