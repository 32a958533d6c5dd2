import { useApp } from '../support/callers/app';
import { use } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, service } from './consoleReader';
import { buildOwner, faultsOfScreens, parts } from './consoleScreens';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const owner = use(async () => buildOwner(app));

it.each(parts)(
  'each screen of %s is without fault to axe, no wider than its window, and does not move, at 390 pixels, light',
  async (part) => {
    expect(
      await faultsOfScreens(chromium, owner, part, { viewport: { width: 390, height: 844 }, colorScheme: 'light' }),
    ).toEqual([]);
  },
);
