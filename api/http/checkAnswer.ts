import { isDeepStrictEqual } from 'node:util';
import { AnswerWithHeaders } from './defineRoute';
import type { RouteDescription } from './defineRoute';

/**
 * Proves that an answer is what its route documents, with nothing missing and nothing beside it.
 * @throws Error that says what differs
 */
export function checkAnswer({ operationId, success }: RouteDescription, answer: unknown): void {
  const { body, headers } = answer instanceof AnswerWithHeaders ? answer : { body: answer, headers: undefined };
  if (!isDeepStrictEqual(success.schema.parse(body), body)) {
    throw new Error(`${operationId} answers fields that its schema does not have`);
  }
  if (headers !== undefined && !isDeepStrictEqual(success.headers?.strict().parse(headers), headers)) {
    throw new Error(`${operationId} answers headers that it does not document`);
  }
}
