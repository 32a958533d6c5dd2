import type { FieldRules, TextRules } from './payloadField';
import { codePoints, hasControls, isStorable, isVisible } from './text';

/**
 * The faults of a text by the rules that its field declares (contract.md §13). Create, PATCH, validate, forms and tools judge
 * by these alone.
 * @param text with line feeds only
 */
export function textFaults(rules: TextRules, text: string): string[] {
  if (!isStorable(text) || hasControls(text)) {
    return ['must not contain half of a surrogate pair, or a control character other than a line feed or a tab'];
  }
  // An optional text that is empty counts as absent.
  const isAbsent = text === '' && !rules.required;
  const needsVisible = rules.needsVisible === true || rules.required;
  if (needsVisible && !isAbsent && !isVisible(text)) return [unseenFault(text)];
  return [...lengthFaults(rules, text), ...formFaults(rules, text)];
}

function unseenFault(text: string): string {
  return text.trim() === '' ? 'must not be blank' : 'must have a character that can be seen';
}

function lengthFaults({ maxLength, maxBytes }: TextRules, text: string): string[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > (maxBytes ?? Infinity)) {
    return [`must have at most ${maxBytes} bytes in UTF-8, has ${bytes} (letters beyond ASCII take 2 to 4)`];
  }
  const length = codePoints(text);
  return length > (maxLength ?? Infinity) ? [`must have at most ${maxLength} characters, has ${length}`] : [];
}

function formFaults({ format, pattern, patternFault }: TextRules, text: string): string[] {
  if (format === 'date' && !isDay(text)) return ['must be a day such as 2026-07-31'];
  if (!pattern || new RegExp(pattern, 'u').test(text)) return [];
  return [patternFault ?? `must have the form ${pattern}`];
}

/** The faults of a list as a whole. A tag with a space counts as if it stood in quotation marks (YouTube, `snippet.tags[]`). */
export function totalFaults({ maxTotalLength }: FieldRules, items: readonly string[]): string[] {
  const commas = Math.max(0, items.length - 1);
  const total = items.reduce((sum, item) => sum + codePoints(item) + (item.includes(' ') ? 2 : 0), commas);
  if (total <= (maxTotalLength ?? Infinity)) return [];
  const counted = 'all of them, a comma between two, and 2 for each with a space';
  return [`must have at most ${maxTotalLength} characters together, has ${total} (counted: ${counted})`];
}

/** Tells whether a text is a day of the calendar, such as 2026-07-31 (ISO 8601). */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
