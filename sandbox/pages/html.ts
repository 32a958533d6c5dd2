/** Text that is HTML already. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[];

/** Puts values into HTML; whatever is not HTML itself is escaped, for text and for quoted attributes alike. */
export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: texts.map((text, index) => text + write(values[index] ?? '')).join('') };
}

function write(value: Value): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
