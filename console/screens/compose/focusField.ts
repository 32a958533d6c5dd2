/** A field of the form. */
export interface FieldPlace {
  /** The part of the form, as its `data-place` has it. */
  place: string;
  /** Within the part; it may be in no input's name: then the first input of the part is meant. */
  name: string;
}

const inputs = ['input:not([type=file])', 'textarea', 'select', 'button:not([aria-expanded])'].join();
/** A part that is opened may have to be loaded. */
const waitMaxMs = 5_000;

/** Ends the wait for a field. */
let stopWaiting = (): void => undefined;

/** Moves the focus to a field, as soon as it is drawn. A person who goes on by the keyboard or the pointer meanwhile is left alone. */
export function focusField(field: FieldPlace): void {
  stopWaiting();
  if (focusNow(field)) return;
  const over = new AbortController();
  const observer = new MutationObserver(() => {
    if (focusNow(field)) over.abort();
  });
  over.signal.addEventListener('abort', () => observer.disconnect());
  stopWaiting = () => over.abort();
  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) document.addEventListener(act, stopWaiting, { signal: over.signal });
  setTimeout(stopWaiting, waitMaxMs);
}

function focusNow({ place, name }: FieldPlace): boolean {
  const part = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
  const named = CSS.escape(name);
  const input =
    part?.querySelector<HTMLElement>(`[name="${named}"]`) ??
    part?.querySelector<HTMLElement>(`[data-field="${named}"] :is(${inputs})`) ??
    part?.querySelector<HTMLElement>(inputs);
  if (!input) return false;
  input.focus({ preventScroll: true });
  input.scrollIntoView({ block: 'center' });
  return true;
}
