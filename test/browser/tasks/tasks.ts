import type { Locator, Page } from 'playwright-core';
import type { ChosenFile, Hand } from './hand';

/** What a person comes to the console for, and in how many steps it is done. */
export interface Task {
  readonly name: string;
  readonly stepsMax: number;
  /** Where the person is when the task begins. */
  readonly from: (stage: TaskStage) => string;
  /** Resolves when the person sees that it is done. */
  readonly play: (hand: Hand, stage: TaskStage) => Promise<void>;
}

/** The posts of the person, all of the first of two channels. */
export interface TaskStage {
  readonly film: ChosenFile;
  readonly channels: readonly [string, string];
  /** Titles. The media of the failed post can be read again. */
  readonly failed: string;
  readonly today: string;
  readonly planned: string;
  readonly live: string;
  readonly plannedId: string;
  readonly liveId: string;
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page | Locator, name: string | RegExp) => page.getByRole('link', { name, exact: true });
/** On a phone the menu is behind a button. */
async function go(hand: Hand, screen: string): Promise<void> {
  const menu = button(hand.page, 'Open navigation');
  if (await menu.isVisible()) await hand.press(menu);
  await hand.press(link(hand.page.getByRole('navigation', { name: 'Console' }), screen));
}

const enabled = (page: Page, name: string) => page.locator('button:enabled', { hasText: name });
const overview = () => '/';

export const tasks: readonly Task[] = [
  {
    name: 'publish one video to two channels',
    stepsMax: 8,
    from: overview,
    play: async (hand, { film, channels }) => {
      const { page } = hand;
      await hand.press(link(page.getByRole('main'), 'Compose').first());
      for (const channel of channels) await hand.tick(page.getByRole('checkbox', { name: channel }));
      await hand.tick(page.getByRole('radio', { name: 'Video', exact: true }));
      await hand.show(button(page, 'Choose file'), film);
      await hand.type(page.getByLabel('Title').first(), 'Twice at once');
      await enabled(page, 'Publish').waitFor();
      await hand.press(enabled(page, 'Publish'));
      await page.getByText('Twice at once').first().waitFor();
    },
  },
  {
    name: 'find why a post failed, and retry it',
    stepsMax: 3,
    from: overview,
    play: async (hand, { failed }) => {
      const { page } = hand;
      await page.getByText('Media download failed').first().waitFor();
      await hand.press(button(page, `Retry ${failed}`).first());
      await page.getByText(`“${failed}” is being retried.`).waitFor();
    },
  },
  {
    name: 'move a post to tomorrow',
    stepsMax: 3,
    from: ({ plannedId }) => `/assignments/${plannedId}`,
    play: async (hand) => {
      const { page } = hand;
      await hand.press(button(page, 'Reschedule').first());
      await hand.press(button(page.getByRole('dialog'), 'A day later'));
      await hand.press(button(page.getByRole('dialog'), /^(Save|Reschedule)/));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'see what goes live today',
    stepsMax: 0,
    from: overview,
    play: async ({ page }, { today }) => page.getByText(today).first().waitFor(),
  },
  {
    name: 'connect a channel',
    stepsMax: 5,
    from: overview,
    play: async (hand) => {
      const { page } = hand;
      await hand.press(button(page, 'Connect channel'));
      await hand.press(page.getByRole('menuitem', { name: 'YouTube' }));
      await hand.press(button(page.getByRole('dialog'), 'Continue to YouTube'));
      await hand.press(link(page, 'Olive One'));
      await hand.press(button(page, 'Allow'));
      await page.getByRole('heading', { name: 'Channel connected', level: 1 }).waitFor();
    },
  },
  {
    name: 'stop a planned post',
    stepsMax: 3,
    from: ({ plannedId }) => `/assignments/${plannedId}`,
    play: async (hand) => {
      const { page } = hand;
      await hand.press(button(page, /^Cancel post/).first());
      await hand.press(button(page.getByRole('dialog'), /^Cancel post/).first());
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'find a post by a word of its title',
    stepsMax: 3,
    from: overview,
    play: async (hand, { live }) => {
      const { page } = hand;
      await hand.press(button(page, /^Search/).first());
      await hand.type(page.getByLabel('Search pages, organizations, and posts by title or ID'), live);
      await page.getByRole('dialog').getByText(live).waitFor();
      await hand.strike('Enter');
      await page.getByRole('heading', { name: live, level: 1 }).waitFor();
    },
  },
  {
    name: 'change the title of a live post',
    stepsMax: 3,
    from: ({ liveId }) => `/assignments/${liveId}`,
    play: async (hand) => {
      const { page } = hand;
      await hand.press(button(page, 'Edit'));
      await hand.type(page.getByRole('dialog').getByLabel('Title'), 'A better title');
      await hand.press(button(page.getByRole('dialog'), /^(Save|Reschedule)/));
      await page.getByRole('heading', { name: 'A better title', level: 1 }).waitFor();
    },
  },
  {
    name: 'take a live post down',
    stepsMax: 3,
    from: ({ liveId }) => `/assignments/${liveId}`,
    play: async (hand) => {
      const { page } = hand;
      await hand.press(button(page, 'Take down'));
      await hand.press(button(page.getByRole('dialog'), 'Delete post'));
      await page
        .getByText(/Being deleted|Deleted/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'see how the posts of a month did',
    stepsMax: 2,
    from: overview,
    play: async (hand) => {
      await go(hand, 'Analytics');
      await hand.page.getByText(/posts? went live in the last \d+ days/).waitFor();
    },
  },
];
