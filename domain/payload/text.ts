/** Characters that PostgreSQL's jsonb refuses to store: NUL, and half of a surrogate pair (RFC 8259 §8.2 warns of it). */
const unstorable = /[\0\p{Surrogate}]/gu;

export function isStorable(text: string): boolean {
  return withoutUnstorable(text).length === text.length;
}

/** The text without unstorable characters: the words of others must never prevent the storage of their own record. */
export function withoutUnstorable(text: string): string {
  return text.replace(unstorable, '');
}

/** The text with one kind of line end, LF: the form in which texts are judged, counted, stored and sent (contract.md §13). */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Controls that no text may have: all of C0 but TAB and LF, DEL, and C1. */
const controls = /(?![\t\n])\p{Cc}/u;

export function hasControls(text: string): boolean {
  return controls.test(text);
}

/**
 * Characters of which alone a reader sees nothing: space, controls and formats (U+200B, U+00AD), characters that
 * Unicode lets renderers ignore (U+3164, U+034F, variation selectors), marks without a base, and blanks that Unicode
 * counts as symbols or letters (U+2800, U+1D159, U+13441, U+13442, U+FFFC).
 */
const unseen =
  /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}\ufffc]/gu;

/** Whether a reader sees something of the text. */
export function isVisible(text: string): boolean {
  return text.replace(unseen, '') !== '';
}

/** A word with its article: `an image`, `a video`. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** The length that the contract counts (contract.md §13). */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
