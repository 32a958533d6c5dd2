/** Characters that PostgreSQL's jsonb refuses to store: NUL, and half of a surrogate pair (RFC 8259 §8.2 warns of it). */
const unstorable = /[\0\p{Surrogate}]/gu;

export function isStorable(text: string): boolean {
  return withoutUnstorable(text).length === text.length;
}

/** The text without what cannot be stored: for words of others, which must never keep their own record from being kept. */
export function withoutUnstorable(text: string): string {
  return text.replace(unstorable, '');
}

/** A word with its article: `an image`, `a video`. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** The length that the contract counts (contract.md §13). */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
