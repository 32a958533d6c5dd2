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

/**
 * Same bytes as far as the source tells: no validator that both reads have may differ. Entity tags are compared weakly
 * (RFC 9110 §8.8.3.2): one file under `"x"` and `W/"x"` is the same file.
 */
export function isSame(now: SourceIdentity, known: SourceIdentity): boolean {
  return !(
    differ(opaqueTag(now.etag), opaqueTag(known.etag)) ||
    differ(now.lastModified, known.lastModified) ||
    differ(now.sizeBytes, known.sizeBytes)
  );
}

/**
 * The source serves another version than before (contract.md §2): of another length, or of a later Last-Modified. Only
 * where the reads can be compared by neither, a strong entity tag that differs tells it. Servers of one file often differ in
 * their tags, and mirrors in their dates: neither is a reason to send it again.
 */
export function isOtherVersion(now: SourceIdentity, known: SourceIdentity): boolean {
  const [nowMs, knownMs] = [dateOf(now), dateOf(known)];
  const hasLengths = now.sizeBytes !== null && known.sizeBytes !== null;
  const hasDates = nowMs !== null && knownMs !== null;
  if (hasLengths && now.sizeBytes !== known.sizeBytes) return true;
  if (hasDates && nowMs > knownMs) return true;
  if (hasLengths || hasDates || isWeak(now.etag) || isWeak(known.etag)) return false;
  return differ(now.etag, known.etag);
}

/**
 * Whether the bytes of a partial answer may follow the bytes of an earlier answer: nothing differs, and an entity tag
 * that was known is there again, strong as before (RFC 9110 §8.8.3.2).
 */
export function isSpliceable(now: SourceIdentity, known: SourceIdentity): boolean {
  const isProven = known.etag === null || (now.etag === known.etag && !isWeak(now.etag));
  return isProven && isSame(now, known);
}

/** Whether two values differ that both reads have. */
function differ<T extends string | number>(one: T | null, other: T | null): boolean {
  return one !== null && other !== null && one !== other;
}

function isWeak(etag: string | null): boolean {
  return etag?.startsWith('W/') ?? false;
}

function opaqueTag(etag: string | null): string | null {
  return etag?.replace(/^W\//, '') ?? null;
}

/** Null: the source tells no date that can be read. */
function dateOf({ lastModified }: SourceIdentity): number | null {
  const ms = Date.parse(lastModified ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/**
 * The validator for `If-Range`; null: there is none. A weak validator does not promise equal bytes (RFC 9110 §8.8.1),
 * and a date must not stand in for it (§13.1.5).
 */
export function validatorOf({ etag, lastModified }: SourceIdentity): string | null {
  if (etag === null) return lastModified;
  return isWeak(etag) ? null : etag;
}

/** The bytes of a partial answer, and the size of the whole (RFC 9110 §14.4); null if the answer does not say. */
export interface AnswerRange {
  from: number | null;
  to: number | null;
  sizeBytes: number | null;
}

/** The range that a partial answer names; all null for an impossible range. */
export function rangeOf(answer: OutboundAnswer): AnswerRange {
  const found = /^bytes[ \t]+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header(answer, 'content-range') ?? '');
  const [from = NaN, to = NaN] = found?.slice(1, 3).map(Number) ?? [];
  const sizeBytes = found?.[3] === '*' ? null : Number(found?.[3]);
  if (!(from <= to && (sizeBytes === null || to < sizeBytes))) return { from: null, to: null, sizeBytes: null };
  return { from, to, sizeBytes };
}

/** The first value of a field that is not empty. */
export function header({ headers }: OutboundAnswer, name: string): string | undefined {
  return valuesOf(headers, name).find((value) => value !== '');
}

/** Ends the connection of an answer whose body is not wanted. */
export function discard(answer: OutboundAnswer): void {
  answer.body.destroy();
}
