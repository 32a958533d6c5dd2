import type { Page } from 'playwright-core';

/** Whose screens there are: nobody's, those of the owner of the history, and of the owner of channels that work. */
export type Viewer = 'nobody' | 'history' | 'owner';

/** One picture, in each look. */
export interface Picture {
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
  /** What somebody has done on the screen. */
  readonly act?: (page: Page) => Promise<void>;
}

/** What the paths name. */
export interface Shown {
  readonly failedId: string;
  readonly publishedId: string;
  readonly runningId: string;
  readonly deliveryId: string;
  readonly transactionId: string;
  readonly connectionId: string;
}

/** Every screen of the console. */
export function picturesOf(shown: Shown): Picture[] {
  const { failedId, publishedId, runningId, deliveryId, transactionId, connectionId } = shown;
  return [
    { name: 'login', viewer: 'nobody', path: '/login' },
    { name: 'register', viewer: 'nobody', path: '/register' },
    { name: 'not-found', viewer: 'nobody', path: '/nowhere' },
    { name: 'overview', viewer: 'history', path: '/' },
    { name: 'palette', viewer: 'history', path: '/', act: openPalette },
    { name: 'assignments', viewer: 'history', path: '/assignments' },
    { name: 'assignment', viewer: 'history', path: `/assignments/${failedId}` },
    { name: 'calendar', viewer: 'history', path: '/calendar' },
    { name: 'calendar-week', viewer: 'history', path: '/calendar?view=week' },
    { name: 'analytics', viewer: 'history', path: '/analytics?days=90', act: untilDrawn },
    { name: 'connections', viewer: 'history', path: '/connections' },
    { name: 'organization', viewer: 'history', path: '/organization' },
    { name: 'billing', viewer: 'history', path: '/billing' },
    { name: 'transaction', viewer: 'history', path: `/billing/transactions/${transactionId}` },
    { name: 'paid', viewer: 'history', path: '/billing/done?status=paid' },
    { name: 'compose', viewer: 'owner', path: '/compose', act: compose },
    { name: 'assignment-running', viewer: 'owner', path: `/assignments/${runningId}` },
    { name: 'assignment-published', viewer: 'owner', path: `/assignments/${publishedId}` },
    { name: 'connected', viewer: 'owner', path: `/connections/done?status=success&connectionId=${connectionId}` },
    { name: 'webhooks', viewer: 'owner', path: '/webhooks' },
    { name: 'webhook', viewer: 'owner', path: `/webhooks/${deliveryId}`, act: openAttempt },
    { name: 'credentials', viewer: 'owner', path: '/credentials' },
    { name: 'assistants', viewer: 'owner', path: '/assistants' },
    { name: 'administration', viewer: 'owner', path: '/administration' },
    { name: 'profile', viewer: 'owner', path: '/profile' },
    { name: 'invitation', viewer: 'owner', path: '/invitations/unknown' },
  ];
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('harbour');
  await page.getByRole('dialog').getByRole('button').first().waitFor();
}

async function untilDrawn(page: Page): Promise<void> {
  await page.getByRole('img').locator('svg').first().waitFor();
}

async function compose(page: Page): Promise<void> {
  for (const channel of await page.getByRole('checkbox').all()) await channel.check();
  const types = page.locator('label').filter({ hasText: /^Video$/ });
  await types.first().waitFor();
  for (const type of await types.all()) await type.click();
  await page.getByLabel('Title').first().fill('Walking the coast path');
  await page.getByLabel('At a time').check();
}

async function openAttempt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show signatures' }).click();
  await page.getByRole('button', { name: /HTTP/ }).first().click();
  await page.getByRole('region', { name: /^Signature of attempt/ }).waitFor();
}
