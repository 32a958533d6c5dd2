import { z } from 'zod';
import { Id } from '../../domain/ids';
import type { FieldErrors } from '../../domain/payload/payload';
import { OrganizationId } from '../http/ids';
import type { RawParts, RequestSchemas, RouteDescription } from '../http/Route';
import { decode } from '../http/body/decode';

/** The names in braces of a path. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The fields of the input that a path gives, with their names there in `Params`. */
export type FieldsIn<Path extends string, Params> = {
  [Name in NamesIn<Path>]: Name extends keyof Params ? Params[Name] : Name;
}[NamesIn<Path>];

/** The sources of an input's fields, besides the query of GET and DELETE and the body of all other methods. */
export interface BindingOptions {
  readonly method: RouteDescription['method'];
  readonly path: string;
  /** Names in the path to fields of another name. */
  readonly params?: Readonly<Record<string, string | undefined>> | undefined;
  /** Headers to the fields that they give, where the query or the body does not. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Fields that this face sets itself. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  /** The place where the request names the organization that it acts in; that is no field of the input. */
  readonly organization?: { readonly in: 'params' | 'headers'; readonly name: string } | undefined;
  /** The body is an HTML form. */
  readonly form?: boolean | undefined;
  /** The documentation of the body: its component, with an example, and its rules for several fields as JSON Schema. */
  readonly body?:
    | {
        readonly id: string;
        readonly example?: unknown;
        readonly rules?: object;
        /** A request without a body is one with an empty object. */
        readonly isOptional?: boolean;
      }
    | undefined;
}

/** A flat input as a face has put it together, still unchecked. */
export interface BoundInput {
  readonly given: Record<string, unknown>;
  /** Faults that are there before any field is checked. */
  readonly faults: FieldErrors;
  /** Faults of the place where the request names its organization. Each of them refuses the request in any case. */
  readonly organizationFaults: FieldErrors;
  readonly organizationId: string | undefined;
  /** The names of fields on this face that differ from the input's names. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Binding {
  readonly sources: Sources;
  readonly schemas: RequestSchemas;
  bind(parts: RawParts): BoundInput;
}

/** A field of the input, and its name in a part of the request. */
export interface Source {
  readonly name: string;
  readonly field: string;
}

/**
 * The fields that each part of a request gives. A field that a header gives may stand in the query or the body instead.
 */
export type Sources = Readonly<Record<'params' | 'query' | 'headers' | 'body', readonly Source[]>>;

/**
 * Finds each field of an input in the path, if the path names the field; in a header or the face, if named there; else
 * in the query of GET and DELETE or the body. Strings are decoded by the field's type; JSON is not.
 */
export function bindInput({ shape }: z.ZodObject, options: BindingOptions): Binding {
  const sources = sourcesOf(Object.keys(shape), options);
  const bodyNames = sources.body.map(({ name }) => name);
  return {
    sources,
    schemas: schemasOf(shape, sources, options),
    bind: (parts) => {
      const faults: FieldErrors = { ...parts.faults };
      const given: Record<string, unknown> = { ...options.fixed, ...bodyFields(parts.body, bodyNames, faults) };
      const names: Record<string, string> = {};
      const take = ({ name, field }: Source, text: string): void => {
        given[field] = decode(schemaOf(shape, field), text);
        if (name !== field) names[field] = name;
      };
      for (const source of sources.params) take(source, parts.params[source.name] ?? '');
      for (const source of sources.query) {
        const text = parts.query[source.name];
        if (text !== undefined) take(source, text);
      }
      for (const source of sources.headers) {
        const text = parts.headers[source.name];
        const other = given[source.field] ?? undefined;
        if (text === undefined || other === text || other === decode(schemaOf(shape, source.field), text)) continue;
        if (!/^[\x20-\x7e]*$/.test(text)) faults[source.name] = ['must have ASCII characters only'];
        else if (other === undefined) take(source, text);
        else faults[source.field] = [`must be the same as the header ${source.name}, or be left out`];
      }
      return { given, faults, names, ...readOrganization(parts, options) };
    },
  };
}

function sourcesOf(
  fields: readonly string[],
  { path, method, params = {}, headers = {}, fixed = {}, organization }: BindingOptions,
): Sources {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => ({ name, field: params[name] ?? name }))
    .filter(({ name }) => organization?.in !== 'params' || organization.name !== name);
  const elsewhere = new Set([...inPath.map(({ field }) => field), ...Object.keys(fixed)]);
  const rest = fields.filter((field) => !elsewhere.has(field)).map((field) => ({ name: field, field }));
  const hasQuery = method !== 'post' && method !== 'put' && method !== 'patch';
  return {
    params: inPath,
    query: hasQuery ? rest : [],
    headers: Object.entries(headers).map(([name, field]) => ({ name, field })),
    body: hasQuery ? [] : rest,
  };
}

function schemasOf(
  shape: z.core.$ZodShape,
  { params, query, headers, body }: Sources,
  { organization, form = false, body: documented }: BindingOptions,
): RequestSchemas {
  const part = (sources: readonly Source[]) =>
    z.object(Object.fromEntries(sources.map(({ name, field }) => [name, schemaOf(shape, field)])));
  const inPath = part(params).extend(organizationIn('params', organization));
  const inHeaders = asciiOnly(part(headers)).extend(organizationIn('headers', organization)).partial();
  const { rules, isOptional = false, ...component } = documented ?? {};
  const inBody = documented ? part(body).meta({ ...component, ...rules }) : part(body);
  return {
    ...(!isEmpty(inPath) && { params: inPath }),
    ...(!isEmpty(part(query)) && { query: part(query) }),
    ...(!isEmpty(inHeaders) && { headers: inHeaders }),
    ...(!isEmpty(inBody) && { [form ? 'form' : 'body']: inBody }),
    ...(isOptional && { isBodyOptional: true }),
  };
}

/** The schema of headers, which the binding restricts to ASCII. The document shows the rule beside the description. */
function asciiOnly({ shape }: z.ZodObject): z.ZodObject {
  const ascii = { allOf: [{ pattern: '^[ -~]*$' }] };
  return z.object(
    Object.fromEntries(Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, schema.meta(ascii)])),
  );
}

function organizationIn(part: 'params' | 'headers', organization: BindingOptions['organization']) {
  if (organization?.in !== part) return {};
  const description =
    part === 'params' ? 'The organization' : 'The organization in which the user acts; by default the first of theirs';
  return { [organization.name]: OrganizationId.meta({ description }) };
}

function isEmpty({ shape }: z.ZodObject): boolean {
  return Object.keys(shape).length === 0;
}

function schemaOf(shape: z.core.$ZodShape, field: string): z.core.$ZodType {
  const schema = shape[field];
  if (!schema) throw new Error(`a face binds ${field}, which its use case does not have`);
  return schema;
}

function readOrganization(
  parts: RawParts,
  { organization }: BindingOptions,
): Pick<BoundInput, 'organizationId' | 'organizationFaults'> {
  const given = organization && parts[organization.in][organization.name];
  const isMalformed = given !== undefined && !Id.safeParse(given).success;
  const organizationFaults =
    organization && isMalformed ? { [organization.name]: ['must be a UUID in lower case'] } : {};
  return { organizationId: given, organizationFaults };
}

/** Only the fields that the input has: a caller may name a field `__proto__`. */
function bodyFields(body: unknown, names: readonly string[], faults: FieldErrors): Record<string, unknown> {
  if (names.length === 0) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    faults.body = ['must be an object'];
    return {};
  }
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
