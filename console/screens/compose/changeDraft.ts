import type { Draft } from './draft';
import { keptDraft, storeDraft } from './keptDraft';

export type Change = (before: Draft) => Draft;

/** The forms that are open, by the place of their draft. */
const forms = new Map<string, (change: Change) => void>();

/** Notes that a form shows the draft of this place, and takes its changes. @returns a function that ends this */
export function noteForm(place: string, take: (change: Change) => void): () => void {
  forms.set(place, take);
  return () => forms.delete(place);
}

/**
 * Changes a draft where it is by now: in the form that shows it, else where it is kept. Another draft that has taken its
 * place is not touched.
 */
export function changeDraft(place: string, key: string, change: Change): void {
  const changeIt: Change = (before) => (before.key === key ? change(before) : before);
  const take = forms.get(place);
  if (take) return take(changeIt);
  const kept = keptDraft(place);
  if (kept) storeDraft(place, changeIt(kept));
}
