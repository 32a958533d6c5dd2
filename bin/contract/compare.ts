import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import { findingsOf } from './oasdiff';
import { type OpenApi, sentAsAnswers } from './sent';

/** A difference between what callers were told and what the document says now. */
export interface Difference {
  /** A caller of the baseline may break. */
  isBreaking: boolean;
  /** The rule of oasdiff. */
  rule: string;
  /** The method and the path; empty where the difference belongs to no operation. */
  operation: string;
  text: string;
}

/** All differences between two documents that a rule has a name for, sorted. */
export async function differencesOf(base: OpenApi, current: OpenApi): Promise<Difference[]> {
  const findings = await findingsOf(sentAsAnswers(base), sentAsAnswers(current));
  return findings
    .map(({ id, text, level, operation, path }) => ({
      isBreaking: level > 1,
      rule: id,
      operation: `${operation} ${path}`.trim(),
      text,
    }))
    .toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
}

/** A difference in one line, by which docs/openapi.breaks.json names it. */
export function lineOf({ operation, text }: Pick<Difference, 'operation' | 'text'>): string {
  return operation === '' ? text : `${operation}: ${text}`;
}

/**
 * A digest of all that a document says to programs. Texts for readers, examples and the order of keys do not count. The digest sees
 * also those differences that no rule has a name for.
 */
export function digestOf(document: OpenApi): string {
  return createHash('sha256')
    .update(stringify(withoutTexts(document, false)) ?? '')
    .digest('hex');
}

const texts = ['description', 'summary', 'title', 'example', 'examples'];

function withoutTexts(value: unknown, isNamedByUs: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNamedByUs || !texts.includes(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutTexts(item, !isNamedByUs && key === 'properties')]));
}
