import type { Json } from '../support/actors';
import { partOf, schemasOf } from '../support/callers/schemaFaults';
import type { Keys } from '../support/callers/schemaFaults';

/** A place in a request that the document describes: where it is, and its schema. */
export interface Field {
  part: 'params' | 'query' | 'headers' | 'body' | 'form';
  /** The keys that lead to it; one, outside bodies. */
  keys: readonly string[];
  schema: Json;
}

interface Parameter {
  name: string;
  part: 'params' | 'query' | 'headers';
  isRequired: boolean;
  /** The place of its schema in the document. */
  schemaKeys: Keys;
}

/** An operation, as the served document tells of it. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** The place of its JSON body's schema; null: it has none. */
  bodyKeys: Keys | null;
  /** The place of its form's schema; null: it has none. */
  formKeys: Keys | null;
  /** The place of its responses. */
  responseKeys: Keys;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const parts: Readonly<Record<string, Parameter['part']>> = { path: 'params', query: 'query', header: 'headers' };
/** Deeper fields of bodies are changed as a whole. */
const depthMax = 2;

/** The operations that a caller can read out of the service's OpenAPI document. */
export function readDocument(document: Json) {
  const faultsOf = schemasOf(document);

  const operations: Operation[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => operationAt(path, method, item[method])),
  );

  function operationAt(path: string, method: string, found: Json): Operation {
    const keys = ['paths', path, method];
    const schemaOf = (mediaType: string): Keys | null =>
      found.requestBody?.content?.[mediaType] ? [...keys, 'requestBody', 'content', mediaType, 'schema'] : null;
    return {
      name: found.operationId,
      method,
      path,
      parameters: (found.parameters ?? []).flatMap((_one: Json, nth: number) =>
        parameterAt([...keys, 'parameters', nth]),
      ),
      bodyKeys: schemaOf('application/json'),
      formKeys: schemaOf('application/x-www-form-urlencoded'),
      responseKeys: [...keys, 'responses'],
    };
  }

  function parameterAt(keys: Keys): Parameter[] {
    const own = keys.reduce((node: Json, key) => node[key], document);
    const { name, in: place, required = false } = partOf(document, keys);
    const part = parts[place];
    const schemaKeys = own.$ref === undefined ? [...keys, 'schema'] : [...own.$ref.split('/').slice(1), 'schema'];
    return part === undefined ? [] : [{ name, part, isRequired: required, schemaKeys }];
  }

  /** Everything in the operation's requests that can be changed by itself. */
  function fieldsOf({ parameters, bodyKeys, formKeys }: Operation): Field[] {
    const named = parameters.map(({ name, part, schemaKeys }) => ({
      part,
      keys: [part === 'headers' ? name.toLowerCase() : name],
      schema: partOf(document, schemaKeys),
    }));
    const within = (keys: Keys | null, part: 'body' | 'form'): Field[] =>
      keys === null ? [] : propertiesOf(partOf(document, keys), []).map((field) => ({ ...field, part }));
    return [...named, ...within(bodyKeys, 'body'), ...within(formKeys, 'form')];
  }

  function propertiesOf(given: Json, above: readonly string[]): Omit<Field, 'part'>[] {
    const schema = resolved(given);
    const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => {
      const keys = [...above, name];
      return [{ keys, schema: resolved(property) }, ...(keys.length < depthMax ? propertiesOf(property, keys) : [])];
    });
    const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    return [...own, ...variants.flatMap((variant: Json) => propertiesOf(variant, above))];
  }

  function resolved(schema: Json): Json {
    return schema.$ref === undefined ? schema : resolved(partOf(document, schema.$ref.split('/').slice(1)));
  }

  return { operations, fieldsOf, faultsOf };
}

export type Document = ReturnType<typeof readDocument>;
