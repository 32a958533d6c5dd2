import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { announceFault } from '../../parts/announce';
import { loadPart } from '../../parts/loadPart';
import { texts } from '../../texts/app';

const loadPalette = async () => loadPart(async () => (await import('./Palette')).Palette);
/**
 * The palette is loaded after all other code, so that it is there for a user who types at once. A phone loads it when it is asked
 * for.
 */
const restingMs = 1_000;

const shownKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? texts.searchKeysMac : texts.searchKeys;
const keys = { 'aria-keyshortcuts': ['Control+K', 'Meta+K'].join(' '), 'aria-haspopup': 'dialog' } as const;

interface Asked {
  /** Null: the user has not asked for the palette. */
  Palette: ComponentType<{ timesAsked: number }> | null;
  timesAsked: number;
}

/** Opens the palette, as Cmd-K and Ctrl-K do, wherever the focus is. */
export function PaletteButton() {
  const [{ Palette, timesAsked }, setAsked] = useState<Asked>({ Palette: null, timesAsked: 0 });
  const ask = () =>
    void loadPalette().then(
      (Loaded) => setAsked((before) => ({ Palette: Loaded, timesAsked: before.timesAsked + 1 })),
      announceFault,
    );
  useEffect(() => {
    if (!window.matchMedia('(any-hover)').matches) return undefined;
    // If the palette cannot be loaded now, each use tries again and says so.
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
        {texts.search}
      </Button>
      <ActionIcon
        {...keys}
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label={texts.paletteName}
        onClick={ask}
      >
        <Search aria-hidden size={18} />
      </ActionIcon>
      {Palette && <Palette timesAsked={timesAsked} />}
    </>
  );
}
