import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import type { Json } from '../actors';

/** The keys that lead to a part of a document, from its root. */
export type Keys = readonly (string | number)[];

/**
 * Reads the schemas of an OpenAPI document as a caller's validator does.
 * @returns the faults that the schema at `keys` finds in a value; empty where the value fits
 */
export function schemasOf(document: Json): (keys: Keys, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  return (keys, value) => {
    const pointer = keys
      .map((key) => encodeURIComponent(`${key}`.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    // Ajv keeps compiled schemas: a fuzzer asks for the same schema hundreds of times.
    const validate = ajv.getSchema(`document#/${pointer}`);
    if (validate === undefined) throw new Error(`the document has no schema at ${pointer}`);
    void validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
  };
}

/** The part of a document at `keys`, through one reference. */
export function partOf(document: Json, keys: Keys): Json {
  const part = keys.reduce((node: Json, key) => node?.[key], document);
  return part?.$ref === undefined ? part : partOf(document, part.$ref.split('/').slice(1));
}
