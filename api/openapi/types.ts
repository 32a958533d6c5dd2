import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';

export type OpenApi = ReturnType<OpenApiGeneratorV31['generateDocument']>;
type Components = Required<NonNullable<OpenApi['components']>>;

export type Schemas = Components['schemas'];
export type Headers = Components['headers'];
export type Responses = Components['responses'];
export type Parameters = Components['parameters'];
export type SecurityScheme = Components['securitySchemes'][string];
export type PathItems = NonNullable<OpenApi['webhooks']>;

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A reference to a component of the document. */
export function refTo(kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}
