import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { announceFault } from '../announce';
import { loadPart } from '../loadPart';
import type { MenuProps } from './OpenedMenu';

const loadMenu = async () => loadPart(async () => (await import('./OpenedMenu')).OpenedMenu);

/**
 * A button with a menu. The code of menus, a fifth of all that a first screen would load, comes when somebody is about to open one. Until
 * then this is a button, and from then on the button of the menu.
 */
export function MenuButton({ button, children, ...menu }: MenuProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps> | null>(null);
  if (Menu)
    return (
      <Menu button={button} {...menu}>
        {children}
      </Menu>
    );
  // If it cannot be loaded now, the press tries again, and says so.
  const prepare = () => void loadMenu().catch(() => undefined);
  return (
    <Button
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void loadMenu().then((Loaded) => setMenu(() => Loaded), announceFault)}
    >
      {children}
    </Button>
  );
}
