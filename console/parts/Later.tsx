import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useDrawn, useScrollRestored } from './useDrawn';

/** Draws these parts in a later task than the parts around them, so that a phone answers in between. */
export function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLTemplateElement>(null);
  return useDrawn({ total: 1, first: 0 }, place) > 0 ? children : <template ref={place} />;
}

interface Props {
  children: ReactNode;
}

/**
 * Draws parts that follow one another, each in a task of its own, so that a phone answers in between. A part
 * that is drawn in pieces itself is whole before the next part begins. Once all are drawn, changes are drawn at once.
 */
export function InPieces({ children }: Props) {
  const place = useRef<HTMLTemplateElement>(null);
  const parts: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  const drawn = useDrawn({ total: parts.length, first: 1 }, place);
  useScrollRestored(drawn === 1, drawn >= parts.length);
  return (
    <>
      {parts.slice(0, drawn)}
      {drawn < parts.length && <template ref={place} data-drawing />}
    </>
  );
}
