import type { Payload } from './payload';
import type { PayloadField } from './payloadField';

/** An address in a payload. */
export interface PayloadUrl {
  /** The name of its field. */
  readonly field: string;
  readonly url: string;
  /** What a fault of it begins with: nothing, or its place in a list, such as `item 2: ` or `item 2: url `. */
  readonly place: string;
  /** Whether the `mediaUrl` of an upload session may stand there. */
  readonly takesUpload: boolean;
}

type Text = Pick<PayloadField, 'format' | 'takesUpload'>;

/** The addresses in a payload that fits its fields, in the order of the fields. Pure. */
export function urlsOf(fields: readonly PayloadField[], payload: Payload): PayloadUrl[] {
  return fields.flatMap((field) => {
    const { name, items } = field;
    const value = payload[name];
    const found = (text: Text, url: unknown, place: string): PayloadUrl[] =>
      text.format === 'url' && typeof url === 'string'
        ? [{ field: name, url, place, takesUpload: text.takesUpload === true }]
        : [];
    if (!Array.isArray(value)) return found(field, value, '');
    return value.flatMap((item: unknown, index) => {
      const place = `item ${index + 1}: `;
      if (typeof item !== 'object' || item === null) return items ? found(items, item, place) : [];
      const given = new Map<string, unknown>(Object.entries(item));
      return (items?.fields ?? []).flatMap((part) => found(part, given.get(part.name), `${place}${part.name} `));
    });
  });
}
