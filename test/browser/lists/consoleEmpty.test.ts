import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, overhangOf, service, shiftedOf } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();
/** A user with nothing. */
const newcomer = use(async () => buildUser(app, { name: 'Grace' }));

const viewport = { width: 390, height: 900 };

it('each screen without content, and those before a log-in, are without fault to axe, no wider than their window, and do not move', async () => {
  const [anyone, empty] = [
    await openConsole(chromium, undefined, { viewport }),
    await openConsole(chromium, newcomer, { viewport }),
  ];
  [anyone.context, empty.context].forEach(stopping);
  const found: unknown[] = [];
  const look = async ({ page }: typeof anyone, path: string) => {
    await page.goto(`${consoleUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-label=Loading]').first().waitFor({ state: 'detached' });
    const faults = await faultsOf(page);
    const overhang = await overhangOf(page);
    const shifted = await shiftedOf(page);
    if (faults.length > 0 || overhang > 0 || shifted.length > 0) found.push([path, overhang, shifted, faults]);
  };
  for (const path of ['/login', '/register']) await look(anyone, path);
  for (const path of [
    '/',
    '/assignments',
    '/compose',
    '/analytics',
    '/connections',
    '/webhooks',
    '/assistants',
    '/credentials',
    '/billing',
  ])
    await look(empty, path);
  expect(found).toEqual([]);
});
