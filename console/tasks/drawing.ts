import { nextTask } from './nextTask';

/** The unfinished places of the page, each with its next step. */
const steps = new Map<Element, () => void>();
let isDrawing = false;

/**
 * Draws a step at a place of the page in a later task. Each task draws one step, at the first unfinished place of the page. So a phone
 * answers between the steps, and no step moves a part that is drawn.
 * @returns withdraws the step
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
