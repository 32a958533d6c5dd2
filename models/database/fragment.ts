/** The PostgreSQL types of parameters, each with the values that bind it. */
export interface ParameterTypes {
  uuid: string;
  text: string;
  integer: number;
  bigint: number;
  smallint: number;
  float8: number;
  boolean: boolean;
  /** A calendar day: `2026-11-28`. */
  date: string;
  timestamptz: Date;
  /** A moment as PostgreSQL writes it, with its microseconds. */
  exactTime: string;
  /** JSON text. */
  jsonb: string;
  'uuid[]': readonly string[];
  'text[]': readonly string[];
  'integer[]': readonly (number | null)[];
  'bigint[]': readonly (number | null)[];
  'float8[]': readonly (number | null)[];
}

export interface Parameter {
  readonly name: string;
  readonly type: keyof ParameterTypes;
  /** Gives the value where the statement is run; absent: the value is bound. */
  readonly read?: () => string | null;
}

/** The type of a parameter, as PostgreSQL calls it. */
export const typeOf = ({ type }: Parameter): string => (type === 'exactTime' ? 'timestamptz' : type);

declare const bound: unique symbol;

/** A part of a statement. It carries its parameters in its type, so that a statement cannot be run without one of them. */
export interface Fragment<Binds = unknown> {
  readonly parts: readonly (string | Parameter)[];
  /** Of the compiler alone. */
  readonly [bound]?: (binds: Binds) => void;
}

/** The parameters of all fragments together. A union of functions: in one of the parameters themselves `unknown`, of a fragment without any, would swallow the others. */
type Merged<Parts extends readonly Fragment<never>[]> = [Parts[number]] extends [never]
  ? unknown
  : (
        Parts[number] extends infer Part ? (Part extends Fragment<infer Binds> ? (binds: Binds) => void : never) : never
      ) extends (binds: infer All) => void
    ? All
    : never;

/** A parameter of a statement. `orNull`: its value may be null. */
export function param<const Name extends string, Type extends keyof ParameterTypes>(
  name: Name,
  type: Type,
): Fragment<{ readonly [Key in Name]: ParameterTypes[Type] }>;
export function param<const Name extends string, Type extends keyof ParameterTypes>(
  name: Name,
  type: Type,
  orNull: 'orNull',
): Fragment<{ readonly [Key in Name]: ParameterTypes[Type] | null }>;
export function param(name: string, type: keyof ParameterTypes): Fragment<never> {
  return { parts: [{ name, type }] };
}

/** A text that this process knows by itself where a statement is run. It is never bound. */
export function ofProcess(name: string, read: () => string | null): Fragment {
  return { parts: [{ name, type: 'text', read }] };
}

/** SQL of fragments. A plain string does not compile: text that is not written here is a parameter. */
export function sql<const Values extends readonly Fragment<never>[]>(
  texts: TemplateStringsArray,
  ...values: Values
): Fragment<Merged<Values>> {
  return { parts: merged(texts.flatMap((text, index) => [text, ...(values[index]?.parts ?? [])])) };
}

/** A number of our own, written into the text: PostgreSQL plans for its value. */
export function constant(value: number): Fragment {
  return { parts: [String(value)] };
}

/** The name of a table or a column that the code knows. @throws Error for a name with other signs than letters and `_` */
export function identifier(value: string): Fragment {
  if (!/^[a-z_]+$/i.test(value)) throw new Error(`no name of SQL: ${value}`);
  return { parts: [value] };
}

/** One of the words that the code knows, as a text of SQL. @throws Error for a word with other signs than letters, digits, spaces and `_ . - /` */
export function word(value: string): Fragment {
  if (!/^[\w. /-]*$/.test(value)) throw new Error(`no word of SQL: ${value}`);
  return { parts: [`'${value}'`] };
}

/** Fragments one after the other. */
export function join<Binds>(fragments: readonly Fragment<Binds>[], separator: string): Fragment<Binds> {
  return { parts: merged(fragments.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts]))) };
}

/** The same parts with the texts that follow one another as one: a text that is put together for each use has few parts then. */
function merged(parts: Fragment['parts']): Fragment['parts'] {
  const few: (string | Parameter)[] = [];
  for (const part of parts) {
    const last = few.at(-1);
    if (typeof part === 'string' && typeof last === 'string') few[few.length - 1] = last + part;
    else few.push(part);
  }
  return few;
}

/** The values of parameters, by name. */
export type Bindings = Readonly<Record<string, ParameterTypes[keyof ParameterTypes] | null>>;

/** A fragment with the values of its parameters, for a text that is put together for each use. */
export interface BoundFragment {
  readonly text: Fragment<Bindings>;
  readonly values: Bindings;
}

/** Binds the parameters of a fragment. A missing value does not compile. */
export function bind<Binds extends Bindings>(text: Fragment<Binds>, values: Binds): BoundFragment {
  // Its values are with it: the runner of the text has no others to give.
  return { text: { parts: text.parts }, values };
}

/** The values of all fragments together. A parameter that stands in several of them has one value. */
export function bindingsOf(fragments: readonly BoundFragment[]): Bindings {
  return Object.assign({}, ...fragments.map(({ values }) => values));
}
