import type { ReactNode } from 'react';
import { useDrawn } from './useDrawn';

/** Draws these parts in a later task than the parts around them, so that a phone answers in between. */
export function Later({ children }: { children: ReactNode }) {
  return useDrawn({ total: 1, first: 0, step: 1 }) > 0 && children;
}

interface Props {
  /** The number of parts that each task draws. */
  size: number;
  children: readonly ReactNode[];
}

/** Draws a long list a few parts at a time, each few in a task of their own. Once all are drawn, changes are drawn at once. */
export function InPieces({ size, children }: Props) {
  const drawn = useDrawn({ total: children.length, first: size, step: size });
  return children.slice(0, drawn);
}
