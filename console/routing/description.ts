import type { LucideIcon } from 'lucide-react';
import type { Viewer } from '../viewer/viewer';

/** The place of a screen in the navigation and in the palette. */
export interface MenuEntry {
  label: string;
  Icon: LucideIcon;
  /** Tells whether the viewer finds the screen there; absent: every viewer does. */
  gate?: (viewer: Viewer) => boolean;
}

/** All that the console knows of a screen, by the `screen.ts` of its folder. `app/screens.ts` lists them. */
export interface ScreenDescription {
  /**
   * The route: path, validation of the query of the address, data read while the code is loaded, and the code. The type
   * says no more here, so that each route keeps the type by which every link to it is checked.
   */
  route: object;
  /** Absent: only links lead to it. */
  entry?: MenuEntry;
}
