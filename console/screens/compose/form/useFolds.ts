import { useState } from 'react';
import { focusField } from '../focusField';
import type { FieldPlace } from '../focusField';

/** The parts of the form that somebody has opened or closed. */
export interface Folds {
  /** Undefined: nobody has touched the part. */
  isOpen: (place: string) => boolean | undefined;
  set: (place: string, isOpen: boolean) => void;
  /** Opens the part of a field, and moves the focus to the field. */
  show: (field: FieldPlace) => void;
}

/** Remembers the open parts while the form is on the page. */
export function useFolds(): Folds {
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({});
  const set = (place: string, isOpen: boolean) => setOpen((before) => ({ ...before, [place]: isOpen }));
  return {
    isOpen: (place) => open[place],
    set,
    show: (field) => {
      set(field.place, true);
      focusField(field);
    },
  };
}
