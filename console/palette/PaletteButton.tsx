import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';

const loadPalette = async () => import('./Palette');
/** The palette is loaded after all else, so that it is there when somebody types at once. */
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const restingMs = 1_000;

const label = 'Search, or go to a screen';
const shownKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const keys = { 'aria-keyshortcuts': 'Control+K Meta+K', 'aria-haspopup': 'dialog' } as const;

/** Opens the palette, as Cmd-K and Ctrl-K do, wherever the focus is. */
export function PaletteButton() {
  const [timesAsked, setTimesAsked] = useState(0);
  const ask = () => setTimesAsked((times) => times + 1);
  useEffect(() => {
    // If it cannot be loaded now, the first use tries again and says so.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), restingMs);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+K', ask]], []);
  return (
    <>
      <Button
        {...keys}
        variant="default"
        size="xs"
        visibleFrom="sm"
        flex="none"
        leftSection={<Search aria-hidden size={14} />}
        rightSection={
          <Kbd aria-hidden size="xs">
            {shownKeys}
          </Kbd>
        }
        onClick={ask}
      >
        Search
      </Button>
      <ActionIcon {...keys} variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label={label} onClick={ask}>
        <Search aria-hidden size={18} />
      </ActionIcon>
      {timesAsked > 0 && (
        <Suspense>
          <Palette timesAsked={timesAsked} />
        </Suspense>
      )}
    </>
  );
}
