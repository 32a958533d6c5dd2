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

/** Moves the focus to a field, as soon as it is drawn. */
export function focusField(field: FieldPlace): void {
  if (focusNow(field)) return;
  const observer = new MutationObserver(() => {
    if (focusNow(field)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), waitMaxMs);
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
