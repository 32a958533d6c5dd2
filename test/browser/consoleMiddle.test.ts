import { useApp } from '../support/callers/app';
import { use } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, service } from './consoleReader';
import { buildOwner, faultsOfScreens, parts } from './consoleScreens';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const owner = use(async () => buildOwner(app));

it.each(parts)('each screen of %s is no wider than its window, and cuts no text, at 768 pixels', async (part) => {
  const look = { viewport: { width: 768, height: 1024 } };
  expect(await faultsOfScreens(chromium, owner, part, look, { isWithAxe: false })).toEqual([]);
});
