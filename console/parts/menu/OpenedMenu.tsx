import { Button, Menu } from '@mantine/core';
import type { ButtonProps, MenuProps as Look } from '@mantine/core';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useOpened } from '../useOpened';

interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  mark?: ReactNode;
  run: () => void;
  /** The menu stays open after the act, which can be seen behind it. */
  isStaying?: boolean;
}

/** Entries that belong together. A line parts them from the others. */
interface MenuSection {
  title?: string;
  entries: readonly MenuEntry[];
}

export interface MenuProps extends Pick<Look, 'position' | 'width'> {
  sections: readonly MenuSection[];
  /** The look of the button. */
  button: ButtonProps & { 'aria-label'?: string };
  /** The content of the button. */
  children: ReactNode;
}

/** The menu of a button that was pressed. It opens at once. */
export function OpenedMenu({ button, children, sections, ...look }: MenuProps) {
  const [isOpen, setOpen] = useState(true);
  const isOpened = useOpened(isOpen);
  const target = useRef<HTMLButtonElement>(null);
  // It stands in the place of the button that was pressed. The menu gives the focus back to it.
  useEffect(() => target.current?.focus(), []);
  return (
    // Within the part of the page that its button is in, and without a first place of the focus that is no entry (WCAG 2.2, 1.3.1).
    <Menu opened={isOpened} onChange={setOpen} withinPortal={false} withInitialFocusPlaceholder={false} {...look}>
      <Menu.Target>
        <Button ref={target} {...button}>
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map(({ title, entries }, index) => (
          <Fragment key={title ?? entries[0]?.key}>
            {index > 0 && <Menu.Divider />}
            {title !== undefined && <Menu.Label>{title}</Menu.Label>}
            {entries.map(({ key, label, icon, mark, run, isStaying = false }) => (
              <Menu.Item key={key} leftSection={icon} rightSection={mark} closeMenuOnClick={!isStaying} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
