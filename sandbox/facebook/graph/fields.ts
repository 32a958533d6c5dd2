import { refuseParameter } from '../errors';

/** A field that a call asks for: `name`, `.modifier(value)`s and the fields of the object in it. */
export interface Field {
  readonly name: string;
  readonly modifiers: ReadonlyMap<string, string>;
  readonly fields: readonly Field[];
}

/** The value of a field for a node; undefined: the node has none. */
export type ReadField<Node> = (node: Node, field: Field) => unknown;
/** The fields of one type of node. */
export type FieldTable<Node> = Readonly<Record<string, ReadField<Node>>>;

/** A type of node: its name in errors, its fields, and the fields of an answer to a call without `fields`. */
export interface NodeType<Node> {
  readonly name: string;
  readonly fields: FieldTable<Node>;
  readonly defaults: readonly string[];
}

/** Reads `fields`: `a,b.limit(2).summary(true){c,d}` (guide "Field expansion"). Throws code 100. */
export function readFields(text: string): Field[] {
  const tokens = text.match(/[\w-]+|\S/g) ?? [];
  const fields = readList(tokens, text);
  if (tokens.length > 0) throw malformed(text);
  return fields;
}

/** The requested fields of a node, always with its id. A field that this type does not have is code 100. */
export function present<Node>(type: NodeType<Node>, node: Node, fields: readonly Field[]): Record<string, unknown> {
  const asked = fields.length > 0 ? fields : type.defaults.map(plain);
  const withId = asked.some(({ name }) => name === 'id') ? asked : [...asked, plain('id')];
  return Object.fromEntries(
    withId.flatMap((field) => {
      const read = Object.hasOwn(type.fields, field.name) ? type.fields[field.name] : undefined;
      if (!read) throw nonexisting(field.name, type.name);
      const value = read(node, field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** Code 100 for a field or edge that a type of node does not have. */
export function nonexisting(name: string, typeName: string) {
  return refuseParameter(`Tried accessing nonexisting field (${name}) on node type (${typeName})`);
}

const plain = (name: string): Field => ({ name, modifiers: new Map(), fields: [] });

function readList(tokens: string[], text: string): Field[] {
  const fields = [readField(tokens, text)];
  while (tokens[0] === ',') {
    tokens.shift();
    fields.push(readField(tokens, text));
  }
  return fields;
}

function readField(tokens: string[], text: string): Field {
  const name = tokens.shift() ?? '';
  if (!/^[\w-]+$/.test(name)) throw malformed(text);
  const modifiers = new Map<string, string>();
  while (tokens[0] === '.') {
    tokens.shift();
    const modifier = tokens.shift() ?? '';
    modifiers.set(modifier, readArgument(tokens, text));
  }
  if (tokens[0] !== '{') return { name, modifiers, fields: [] };
  tokens.shift();
  const fields = readList(tokens, text);
  if (tokens.shift() !== '}') throw malformed(text);
  return { name, modifiers, fields };
}

function readArgument(tokens: string[], text: string): string {
  const end = tokens.indexOf(')');
  if (tokens[0] !== '(' || end < 0) throw malformed(text);
  return tokens
    .splice(0, end + 1)
    .slice(1, -1)
    .join('');
}

const malformed = (text: string) => refuseParameter(`Syntax error in the field expansion string "${text}"`);
