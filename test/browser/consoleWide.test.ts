import { useApp } from '../support/callers/app';
import { use } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, service } from './consoleReader';
import { buildOwner, faultsOfScreens, parts } from './consoleScreens';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const owner = use(async () => buildOwner(app));

it.each(parts)(
  'each screen of %s is without fault to axe, and no wider than its window, at 1440 pixels, dark',
  async (part) => {
    expect(
      await faultsOfScreens(chromium, owner, part, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }),
    ).toEqual([]);
  },
);
