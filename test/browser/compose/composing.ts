import type { BrowserContextOptions, Page } from 'playwright-core';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service } from '../consoleReader';

/** The API, with people before the form of a post. @param baseUrl where programs call it */
export function useComposing({ baseUrl = consoleUrl } = {}) {
  const app = useApp({ baseUrl, consoleUrl });
  const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
  const stopping = useStopping();
  return {
    app,
    chromium,
    stopping,
    /** A user with a channel on YouTube and a Page on Facebook. */
    buildPublisher: async (): Promise<BuiltUser> => {
      const user = await buildUser(app);
      await buildConnection(user, { name: 'Field Notes' });
      await buildConnection(user, { name: 'Field Notes Page', platform: 'facebook' });
      return user;
    },
    open: async (user: BuiltUser, options: BrowserContextOptions = {}) => {
      const reader = await openConsole(chromium, user, options);
      stopping(reader.context);
      await reader.visit(`${consoleUrl}/compose`);
      await reader.page.getByRole('checkbox').first().waitFor();
      const { page } = reader;
      return { ...reader, button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }) };
    },
  };
}

/** A type of post, for each platform that has it. */
export async function choose(page: Page, type: string): Promise<void> {
  const labels = page.locator('label').filter({ hasText: new RegExp(`^${type}$`) });
  await labels.first().waitFor();
  for (const label of await labels.all()) await label.click();
}

/** Opens the part of the form with what a platform has of its own. */
export async function unfold(page: Page, platform: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${platform} .*set$`) }).click();
}
