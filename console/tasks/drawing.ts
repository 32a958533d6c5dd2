import { nextTask } from './nextTask';

/** The places on the page where more is to be drawn, each with its next step. */
const steps = new Map<Element, () => void>();
let isDrawing = false;

/**
 * Draws a step at a place of the page in a later task. Each task draws one step: that of the place which stands first on the page. So a
 * phone answers between them, and nothing that is drawn moves what is drawn already.
 * @returns how to do without
 */
export function drawAt(place: Element, step: () => void): () => void {
  steps.set(place, step);
  if (!isDrawing) void drawAll();
  return () => void steps.delete(place);
}

async function drawAll(): Promise<void> {
  isDrawing = true;
  for (;;) {
    await nextTask();
    const place = [...steps.keys()].reduce(first, null);
    if (!place) break;
    const step = steps.get(place);
    steps.delete(place);
    step?.();
  }
  isDrawing = false;
}

function first(one: Element | null, other: Element): Element {
  if (!one) return other;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? other : one;
}
