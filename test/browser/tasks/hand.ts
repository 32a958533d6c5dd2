import type { Locator, Page } from 'playwright-core';

export type HandKind = 'mouse' | 'keyboard';

/** The file that a person has at hand. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A person at the console, whose steps are counted: one for each thing that is pressed, filled in, picked or shown a file. */
export interface Hand {
  readonly kind: HandKind;
  readonly page: Page;
  steps: () => number;
  press: (target: Locator) => Promise<void>;
  /** A radio button or a box. */
  tick: (target: Locator) => Promise<void>;
  type: (target: Locator, text: string) => Promise<void>;
  /** Presses this, and chooses the file in the system's dialog. */
  show: (target: Locator, file: ChosenFile) => Promise<void>;
  /** Presses a key that the page listens to. */
  strike: (key: string) => Promise<void>;
}

/** Of a page, as far as a hand looks at it. */
type Window = typeof globalThis & { document: { activeElement: { name?: string; type?: string } | null } };

/** With the keyboard, so many keys lead to what is wanted, or it cannot be reached. */
const tabsMax = 150;

/** Moves the focus to the target by the Tab key; a group of radio buttons and a menu are walked through by an arrow. */
async function walkTo(page: Page, target: Locator, arrow: 'ArrowRight' | null = null): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const isOfMenu = (await target.getAttribute('role')) === 'menuitem';
  const isThere = async () => target.evaluate((one: unknown) => one === (globalThis as Window).document.activeElement);
  const isInGroup = async () =>
    target.evaluate((one: unknown) => {
      const { name, type } = one as NonNullable<Window['document']['activeElement']>;
      return type === 'radio' && (globalThis as Window).document.activeElement?.name === name;
    });
  for (let count = 0; count < tabsMax; count += 1) {
    if (await isThere()) return;
    await page.keyboard.press(isOfMenu ? 'ArrowDown' : arrow !== null && (await isInGroup()) ? arrow : 'Tab');
  }
  throw new Error(`${tabsMax} keys do not lead to ${String(target)}`);
}

const mouse: Pick<Acts, 'press' | 'tick' | 'type'> = {
  press: async (_page, target) => target.click(),
  // The word beside it is pressed: some of them show nothing else.
  tick: async (page, target) =>
    page
      .locator(`label[for="${await target.getAttribute('id')}"]`)
      .first()
      .click(),
  type: async (_page, target, text) => target.fill(text),
};

const keyboard: typeof mouse = {
  press: async (page, target) => {
    await walkTo(page, target);
    await page.keyboard.press('Enter');
  },
  tick: async (page, target) => {
    await walkTo(page, target, 'ArrowRight');
    if (!(await target.isChecked())) await page.keyboard.press('Space');
  },
  type: async (page, target, text) => {
    await walkTo(page, target);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
};

interface Acts {
  press: (page: Page, target: Locator) => Promise<void>;
  tick: (page: Page, target: Locator) => Promise<void>;
  type: (page: Page, target: Locator, text: string) => Promise<void>;
}

/** A person who uses the mouse (or a finger) alone, or the keyboard alone. */
export function handOf(page: Page, kind: HandKind): Hand {
  const acts = kind === 'mouse' ? mouse : keyboard;
  let steps = 0;
  const step = async (act: Promise<void>): Promise<void> => {
    steps += 1;
    await act;
  };
  return {
    kind,
    page,
    steps: () => steps,
    press: async (target) => step(acts.press(page, target)),
    tick: async (target) => step(acts.tick(page, target)),
    type: async (target, text) => step(acts.type(page, target, text)),
    show: async (target, file) => {
      const chooser = page.waitForEvent('filechooser');
      await step(acts.press(page, target));
      await (await chooser).setFiles(file);
    },
    strike: async (key) => step(page.keyboard.press(key)),
  };
}
