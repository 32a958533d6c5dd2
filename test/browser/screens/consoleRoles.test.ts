import { useApp } from '../../support/callers/app';
import { addMember, buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

/** A workspace with a second organization. */
const scene = use(async () => {
  const owner = await buildUser(app);
  const { body } = await owner.call('POST', '/api/v1/auth/organizations', { body: { name: 'Berlin' } });
  return { root: owner.organizationId, berlin: body.id as string };
});

interface Offers {
  navigation: string[];
  /** The titles of the parts of these screens. */
  billing: string[];
  organization: string[];
  firstSteps: string[];
  /** The requests that were refused. */
  refused: string[];
}

/** The console's offers to a person who works in an organization. */
async function offersTo(user: BuiltUser, organizationId: string): Promise<Offers> {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await context.addInitScript(
    `if (location.origin === '${consoleUrl}') sessionStorage.setItem('organization', '${organizationId}');`,
  );
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const titlesAt = async (path: string) => {
    await page.goto(`${consoleUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // A part that has come may not be drawn yet.
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    return page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 }).allInnerTexts();
  };
  const [billing, organization] = [await titlesAt('/billing'), await titlesAt('/organization')];
  await titlesAt('/');
  const firstSteps = await page.getByRole('region', { name: 'Get started' }).getByRole('link').allInnerTexts();
  const navigation = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();
  expect(await faultsOf(page)).toEqual([]);
  return { navigation, billing, organization, firstSteps, refused };
}

const forAll = ['Overview', 'Compose', 'Calendar', 'Assignments', 'Analytics', 'Connections', 'Webhooks', 'Assistants'];
const steps = ['Set your name and time zone', 'Publish your first post', 'Test a webhook'];
/** The offers that need a role in the root organization. */
const ofRoot = {
  navigation: [...forAll, 'Credentials', 'Organization', 'Billing'],
  billing: [
    '500 credits left in the workspace',
    'Plan',
    'Buy credits',
    'Usage this billing cycle',
    'Member limits',
    'Spending by activity',
    'Transactions',
  ],
};
const withoutRoot = {
  navigation: [...forAll, 'Organization', 'Billing'],
  billing: ['500 credits left in the workspace'],
};

it('an admin of a second organization is offered its channels and people, and nothing that is the root’s', async () => {
  const grace = await buildUser(app, { name: 'Grace' });
  await addMember(scene.berlin, grace.userId, 'admin');
  const offers = await offersTo(grace, scene.berlin);
  expect({ ...offers, firstSteps: offers.firstSteps.toSorted() }).toEqual({
    ...withoutRoot,
    organization: ['Members', 'Invitations'],
    firstSteps: ['Connect a channel', ...steps].toSorted(),
    refused: [],
  });
});

it('an admin of the root is offered money and credentials in an organization in which they are a member', async () => {
  const linus = await buildUser(app, { name: 'Linus' });
  await addMember(scene.root, linus.userId, 'admin');
  await addMember(scene.berlin, linus.userId, 'member');
  const offers = await offersTo(linus, scene.berlin);
  expect({ ...offers, firstSteps: offers.firstSteps.toSorted() }).toEqual({
    ...ofRoot,
    organization: ['Members', 'New organization'],
    firstSteps: ['Create an API key', ...steps].toSorted(),
    refused: [],
  });
});

it('a member finds no screen that is refused to them, and their first steps come to an end', async () => {
  const mary = await buildUser(app, { name: 'Mary' });
  await addMember(scene.root, mary.userId, 'member');
  for (const step of ['profile', 'first_post']) await mary.call('PATCH', '/api/v1/auth/onboarding', { body: { step } });
  const offered = { ...withoutRoot, organization: ['Members'], refused: [] };
  expect(await offersTo(mary, scene.root)).toEqual({ ...offered, firstSteps: ['Test a webhook'] });
  await mary.call('PATCH', '/api/v1/auth/onboarding', { body: { step: 'webhook' } });

  const { context, page } = await openConsole(chromium, mary);
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  await page.evaluate(`sessionStorage.setItem('organization', '${scene.root}')`);
  await page.goto(consoleUrl);
  await page.getByRole('region', { name: 'Up next' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('region', { name: 'Get started' }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to a page' });
  await palette.waitFor();
  await page.keyboard.type('credentials');
  await palette.getByText('No results').waitFor();
});

it('the roles are asked for once, beside the organizations and not after them', async () => {
  const { context, page, asked } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  const roles = page.waitForRequest('**/console/roles').catch(() => null);
  await page.route('**/auth/organizations', async (route) => {
    await roles;
    await route.continue();
  });
  await page.goto(consoleUrl);
  expect(await roles).not.toBeNull();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.endsWith('/console/roles'))).toHaveLength(1);
});
