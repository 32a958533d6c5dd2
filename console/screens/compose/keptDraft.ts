import { ownPlace } from '../../session/session';
import { newDraft } from './draft';
import type { Draft } from './draft';

/** The place of this person's draft in this organization. */
export function draftPlace(): string {
  return ownPlace('composition');
}

/** The draft that was kept, if there is one. */
export function keptDraft(place = draftPlace()): Draft | null {
  const text = sessionStorage.getItem(place);
  return text === null ? null : JSON.parse(text);
}

/** The stored draft, without channels that are gone and with the channel of a link; else a new draft. */
export function startingDraft(channels: readonly { id: string }[], named: string | undefined): Draft {
  const isThere = (id: string) => channels.some((channel) => channel.id === id);
  const wanted = named !== undefined && isThere(named) ? [named] : [];
  const kept = keptDraft();
  if (kept) return { ...kept, connectionIds: [...new Set([...kept.connectionIds.filter(isThere), ...wanted])] };
  const [first, ...others] = channels;
  return newDraft(wanted.length === 0 && first && others.length === 0 ? [first.id] : wanted);
}

export function keepDraft(place: string, draft: Draft): void {
  sessionStorage.setItem(place, JSON.stringify(draft));
}

/** Keeps a draft until it is finished. */
export function storeDraft(place: string, draft: Draft): void {
  if (draft.isFinished) sessionStorage.removeItem(place);
  else keepDraft(place, draft);
}

/** Tells whether there is a draft with written content; a choice of channels alone is quickly made again. */
export function isDraftBegun(): boolean {
  const kept = keptDraft();
  if (!kept) return false;
  const { parts, texts, mediaUrl, scheduledAt, callbackUrl, externalId, sent } = kept;
  const written = [mediaUrl, scheduledAt ?? '', callbackUrl, externalId, ...Object.values(texts)];
  return [...written, ...Object.keys(parts), ...Object.keys(sent)].some((text) => text !== '');
}
