import type { FieldOffered, TypeOffered, Values } from '../../payload/fields';

/** The texts that all channels of a post get, until a channel has its own. */
export const textRoles = ['title', 'text'] as const;
export type TextRole = (typeof textRoles)[number];
export type CommonTexts = Readonly<Record<TextRole, string>>;

export const noTexts: CommonTexts = { title: '', text: '' };

/** By the names that platforms have for their fields. */
const rolesByName = new Map<string, TextRole>([
  ['title', 'title'],
  ['message', 'text'],
  ['description', 'text'],
]);

/** The text that fills a field; undefined: none does. */
export function roleOf({ name }: Pick<FieldOffered, 'name'>): TextRole | undefined {
  return rolesByName.get(name);
}

/** Tells whether a field has the common text. */
export function follows(payload: Values, field: Pick<FieldOffered, 'name'>): boolean {
  return roleOf(field) !== undefined && !Object.hasOwn(payload, field.name);
}

/** The values of a platform, with the common texts where it has no text of its own. */
export function withTexts(texts: CommonTexts, payload: Values, fields: readonly FieldOffered[]): Values {
  const followed = fields.flatMap((field) => {
    const role = roleOf(field);
    return role === undefined || texts[role] === '' ? [] : [[field.name, texts[role]]];
  });
  return { ...Object.fromEntries(followed), ...payload };
}

/** The values that are sent: of the fields that the type has, and no empty text. */
export function sentValues(texts: CommonTexts, payload: Values, { payloadFields }: TypeOffered): Values {
  const shown = withTexts(texts, payload, payloadFields);
  const entries = payloadFields.flatMap(({ name }) => (Object.hasOwn(shown, name) ? [[name, shown[name]]] : []));
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/**
 * The platform's own values after a change of the values that it shows. A text that was changed, or emptied, is its own from now on.
 * @param shown before, as by `withTexts`
 */
export function withChanges(payload: Values, shown: Values, next: Values): Values {
  const names = [...new Set([...Object.keys(shown), ...Object.keys(next)])].filter(
    (name) => shown[name] !== next[name],
  );
  return names.reduce((values, name) => {
    const { [name]: _before, ...others } = values;
    const value = next[name] ?? (roleOf({ name }) === undefined ? undefined : '');
    return value === undefined ? others : { ...others, [name]: value };
  }, payload);
}

/** The values without a text of their own: the field has the common one again. */
export function withoutOwn(payload: Values, name: string): Values {
  const { [name]: _own, ...others } = payload;
  return others;
}

/** The texts of a post that is made anew, as common ones, and its other values. */
export function commonTextsOf(payload: Values): { texts: CommonTexts; others: Values } {
  const entries = Object.entries(payload);
  const found = entries.flatMap(([name, value]) => {
    const role = rolesByName.get(name);
    return role !== undefined && typeof value === 'string' ? [[role, value]] : [];
  });
  const others = entries.filter(([name]) => !rolesByName.has(name));
  return { texts: { ...noTexts, ...Object.fromEntries(found) }, others: Object.fromEntries(others) };
}
