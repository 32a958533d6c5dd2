import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Gives the focus to a screen that a link has opened: the screen is read out, and the keyboard goes on in it. */
export function useFocusOnScreen(mainId: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focus(document.getElementById(mainId));
      }),
    [router, mainId],
  );
}

/** A dialog that is closed gives the focus back itself, a moment later. */
const dialogReturnMs = 50;

/**
 * Keeps the focus when its element goes away, such as the button of a removed row: the element around gets the focus. A
 * dialog leaves the focus to the dialog beneath. A browser would begin at the top of the page again (WCAG 2.2, 2.4.3).
 */
export function useFocusKept(mainId: string): void {
  useEffect(() => {
    let around: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      around = target instanceof HTMLElement ? [target, ...holdersOf(target)] : [];
    };
    const observer = new MutationObserver(() => {
      const [last, ...holders] = around;
      if (!last || last.isConnected || !isNowhere()) return;
      around = [];
      setTimeout(() => {
        if (!isNowhere()) return;
        const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal=true]');
        const rest = [...dialogs].at(-1) ?? document.getElementById(mainId);
        focus(holders.find(({ isConnected }) => isConnected) ?? rest);
      }, dialogReturnMs);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [mainId]);
}

function isNowhere(): boolean {
  return document.activeElement === document.body;
}

/** The elements around an element that can have the focus, from the inside out. */
function holdersOf(element: HTMLElement): HTMLElement[] {
  const holder = element.parentElement?.closest<HTMLElement>('[tabindex]');
  return holder ? [holder, ...holdersOf(holder)] : [];
}

function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
