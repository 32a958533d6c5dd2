import { valuesOf } from '../safeFetch/answerHead';
import type { OutboundAnswer } from '../safeFetch/safeFetch';

/** Values by which two reads of a source are compared (RFC 9110 §8.8). */
export interface SourceIdentity {
  etag: string | null;
  lastModified: string | null;
  sizeBytes: number | null;
}

/** The identity of an answer's media; for a partial answer, of the whole. */
export function identityOf(answer: OutboundAnswer): SourceIdentity {
  const length = header(answer, 'content-length');
  const ownBytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
  return {
    etag: header(answer, 'etag') ?? null,
    lastModified: header(answer, 'last-modified') ?? null,
    sizeBytes: answer.status === 206 ? rangeOf(answer).sizeBytes : ownBytes,
  };
}

/** Same bytes as far as the source tells: no validator that both reads have may differ. */
export function isSame(now: SourceIdentity, known: SourceIdentity): boolean {
  const differs = (a: string | number | null, b: string | number | null): boolean =>
    a !== null && b !== null && a !== b;
  return !(
    differs(now.etag, known.etag) ||
    differs(now.lastModified, known.lastModified) ||
    differs(now.sizeBytes, known.sizeBytes)
  );
}

/**
 * The validator for `If-Range`; null: there is none. A weak validator does not promise equal bytes (RFC 9110 §8.8.1),
 * and a date must not stand in for it (§13.1.5).
 */
export function validatorOf({ etag, lastModified }: SourceIdentity): string | null {
  if (etag === null) return lastModified;
  return etag.startsWith('W/') ? null : etag;
}

/** The bytes of a partial answer, and the size of the whole (RFC 9110 §14.4); null if the answer does not say. */
export interface AnswerRange {
  from: number | null;
  to: number | null;
  sizeBytes: number | null;
}

/** What a partial answer says that it has; of a range that cannot be, nothing. */
export function rangeOf(answer: OutboundAnswer): AnswerRange {
  const found = /^bytes[ \t]+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header(answer, 'content-range') ?? '');
  const [from = NaN, to = NaN] = found?.slice(1, 3).map(Number) ?? [];
  const sizeBytes = found?.[3] === '*' ? null : Number(found?.[3]);
  if (!(from <= to && (sizeBytes === null || to < sizeBytes))) return { from: null, to: null, sizeBytes: null };
  return { from, to, sizeBytes };
}

/** The first value of a field that says anything. */
export function header({ headers }: OutboundAnswer, name: string): string | undefined {
  return valuesOf(headers, name).find((value) => value !== '');
}

/** Ends the connection of an answer whose body nobody wants. */
export function discard(answer: OutboundAnswer): void {
  answer.body.destroy();
}
