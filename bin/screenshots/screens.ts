import type { Page } from 'playwright-core';
import type { AssistantPages } from './assistant';
import type { Posts } from './posts';

/** `history` has the figures of 90 days, `demo` the posts that were really made; `nobody` has no login. */
export type Reader = 'history' | 'demo' | 'nobody';

/** One picture for each width. */
export interface Screen {
  name: string;
  path: string;
  reader: Reader;
  /** The acts of the reader before the picture. */
  act?: (page: Page) => Promise<void>;
  /** The picture ends where the window does. */
  isOneWindow?: boolean;
}

interface Found {
  posts: Posts;
  deliveryId: string;
  transactionId: string;
  /** The path of a link in a mail. */
  invitation: string;
  assistant: Omit<AssistantPages, 'stop'>;
  /** A person of the demo. */
  person: { email: string; password: string };
}

/** All screens of the console, and the pages to which an assistant sends people. */
export function screensOf({ posts, deliveryId, transactionId, invitation, assistant, person }: Found): Screen[] {
  const demo = {
    assignment: `/assignments/${posts.failed}`,
    'assignment-published': `/assignments/${posts.published}`,
    webhooks: '/webhooks',
    delivery: `/webhooks/${deliveryId}`,
    connected: '/connections/done?status=error&error=access_denied',
    assistants: '/assistants',
    credentials: '/credentials',
    organization: '/organization',
    administration: '/administration',
    profile: '/profile',
    'not-found': '/nowhere',
    invitation,
  };
  return [
    { name: 'compose', path: '/compose', reader: 'demo', act: compose },
    ...screens('history', {
      overview: '/',
      assignments: '/assignments',
      calendar: '/calendar',
      billing: '/billing',
      'calendar-week': '/calendar?view=week',
      connections: '/connections',
      analytics: '/analytics?days=90',
      transaction: `/billing/transactions/${transactionId}`,
      paid: '/billing/done?status=paid',
    }),
    // Its upload takes about two minutes.
    { name: 'assignment-running', path: `/assignments/${posts.running}`, reader: 'demo' },
    ...screens('demo', demo),
    ...screens('nobody', { login: '/login', register: '/register' }),
    ...assistantScreens({ assistant, person }),
    {
      name: 'palette',
      path: '/',
      reader: 'history',
      isOneWindow: true,
      act: async (page) => page.keyboard.press('Control+k'),
    },
  ];
}

/** The pages to which an assistant sends people. */
function assistantScreens({ assistant, person }: Pick<Found, 'assistant' | 'person'>): Screen[] {
  const { consent, connect, upload, arrived } = assistant;
  const byKey: Screen['act'] = async (page) => page.getByText('Use an API key instead').click();
  return [
    ...screens('nobody', { consent, connect, upload, 'upload-arrived': arrived }),
    { name: 'consent-key', path: consent, reader: 'nobody', act: byKey },
    { name: 'consent-organization', path: consent, reader: 'nobody', act: async (page) => logIn(page, person) },
  ];
}

async function compose(page: Page): Promise<void> {
  for (const name of ['Harbour Diaries', 'Old Lighthouse']) await page.getByRole('checkbox', { name }).check();
  const types = page.getByRole('radiogroup', { name: 'Type for' });
  await types.nth(1).waitFor();
  for (const type of await types.all()) await type.getByText('Video', { exact: true }).click();
  await page.getByLabel('Title').first().fill('Walking the coast path');
}

async function logIn(page: Page, { email, password }: Found['person']): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
}

/** Their names, which tell nothing of any post. */
export const screenNames = screensOf({
  posts: { published: '', failed: '', running: '', stop: async () => undefined },
  deliveryId: '',
  transactionId: '',
  invitation: '',
  assistant: { consent: '', connect: '', upload: '', arrived: '' },
  person: { email: '', password: '' },
}).map(({ name }) => name);

function screens(reader: Reader, paths: Record<string, string>): Screen[] {
  return Object.entries(paths).map(([name, path]) => ({ name, path, reader }));
}
