import { z } from 'zod';

const Parameter = z.object({ name: z.string(), schema: z.unknown(), required: z.boolean().optional() });
const Sent = z.object({
  operationId: z.string().optional(),
  security: z.unknown(),
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ content: z.unknown() }).optional(),
});
const SentItem = z.record(z.string(), Sent);
const Callbacks = z.record(z.string(), z.record(z.string(), SentItem));
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The parts of an OpenAPI document that the comparison looks at. The other parts are kept as they are. */
export const OpenApi = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  webhooks: z.record(z.string(), SentItem).default({}),
  components: z.looseObject({ parameters: z.record(z.string(), Parameter).default({}) }).default({ parameters: {} }),
});
export type OpenApi = z.infer<typeof OpenApi>;

/**
 * The document with each webhook and each callback as a path whose answer is what the service sends. A receiver reads it
 * as it reads an answer: a field that is missing breaks the receiver, and a new field does not. oasdiff judges a webhook as a
 * request that the service receives, and reads no callbacks.
 */
export function sentAsAnswers(document: OpenApi): Record<string, unknown> {
  const { webhooks, paths, ...rest } = document;
  const sent = Object.entries(webhooks).map(([name, item]): [string, unknown] => [`/webhook/${name}`, answers(item)]);
  const own = Object.entries(paths).map(([path, item]): [string, unknown] => {
    const operations = Object.entries(item).map(([method, operation]): [string, unknown] => {
      if (!methods.includes(method)) return [method, operation];
      const { callbacks, ...kept } = z.looseObject({ callbacks: Callbacks.default({}) }).parse(operation);
      for (const [name, items] of Object.entries(callbacks))
        for (const [address, called] of Object.entries(items))
          sent.push([`/callback/${method}${path}/${name}/${address}`.replaceAll(/[{}]/g, ''), answers(called)]);
      return [method, kept];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...rest, paths: Object.fromEntries([...own, ...sent]) };

  function answers(item: z.infer<typeof SentItem>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(item).map(([method, one]) => [method, answer(one)]));
  }

  function answer({ operationId, security, parameters, requestBody }: z.infer<typeof Sent>): unknown {
    const headers = parameters.map((given) => {
      const header = '$ref' in given ? document.components.parameters[given.$ref.split('/').at(-1) ?? ''] : given;
      if (header === undefined) throw new Error('a webhook has a header that the document does not describe');
      return [header.name, { schema: header.schema, required: header.required }];
    });
    const responses = { 200: { description: '', headers: Object.fromEntries(headers), content: requestBody?.content } };
    return { operationId, security, responses };
  }
}
