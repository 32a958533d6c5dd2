import { createContext, isValidElement, useContext, useRef } from 'react';
import type { Key, ReactNode } from 'react';
import { useDrawn, useScrollRestored } from './useDrawn';

/** Draws these parts in a later task than the parts around them, so that a phone answers in between. */
export function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLTemplateElement>(null);
  return useDrawn({ total: 1, first: 0 }, place) > 0 ? children : <template ref={place} />;
}

interface Props {
  children: ReactNode;
}

/** Tells whether nothing below the part is drawn yet. */
const IsOpenBelow = createContext(true);

/**
 * Draws parts that follow one another, each in a task of its own, so that a phone answers in between. A part
 * that is drawn in pieces itself is whole before the next part begins. Once all are drawn, changes are drawn at once.
 * So are parts that come with a late answer, where something below them is drawn already: their growth would move it.
 */
export function InPieces({ children }: Props) {
  const place = useRef<HTMLTemplateElement>(null);
  const parts: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  const isOpen = useContext(IsOpenBelow);
  const drawn = useDrawn({ total: parts.length, first: isOpen ? 1 : parts.length }, place);
  useScrollRestored(drawn === 1, drawn >= parts.length);
  return (
    <>
      {parts.slice(0, drawn).map((part, index, all) => (
        <IsOpenBelow key={keyOf(part, index)} value={isOpen && index === all.length - 1}>
          {part}
        </IsOpenBelow>
      ))}
      {drawn < parts.length && <template ref={place} data-drawing />}
    </>
  );
}

/** A part keeps its state as its siblings change: by its own key, or by its place. */
function keyOf(part: ReactNode, index: number): Key {
  return isValidElement(part) && part.key !== null ? part.key : index;
}
