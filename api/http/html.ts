/** Markup that may be sent as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Insert = string | Html | readonly Html[];

/** A template tag: whatever is inserted is text, and stays text, unless it is `Html` itself. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserts.map(toText)));
}

function toText(insert: Insert): string {
  if (typeof insert === 'string') return insert.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return insert instanceof Html ? insert.text : insert.map(({ text }) => text).join('');
}
