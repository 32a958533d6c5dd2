import type { LucideIcon } from 'lucide-react';
import type { Viewer } from '../viewer/viewer';

/** The place of a screen in the navigation and in the palette. */
export interface MenuEntry {
  label: string;
  Icon: LucideIcon;
  /** Tells whether somebody finds the screen there; absent: everybody does. */
  gate?: (viewer: Viewer) => boolean;
}

/** All that the console knows of a screen, by the `screen.ts` of its folder. `app/screens.ts` lists them. */
export interface ScreenDescription {
  /**
   * Its route: the path, the validation of the query of the address, what is read while the code is loaded, and the code. No
   * more is said of it here, so that each route keeps the type by which every link to it is checked.
   */
  route: object;
  /** Absent: only links lead to it. */
  entry?: MenuEntry;
}
