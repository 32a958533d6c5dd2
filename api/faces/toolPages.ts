import type { FieldErrors } from '../../domain/payload/payload';
import type { JsonSchema } from './jsonSchema';
import type { NextCall } from './toolText';

/** A page of a list for a model: short, unless the model asks for more. */
const pageSize = { default: 10, maximum: 50 };

/** The arguments of a tool, with the page size of models where it has pages. */
export function withPageSize(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null || !('limit' in properties)) return schema;
  const { limit } = properties;
  return { ...schema, properties: { ...properties, limit: { ...toObject(limit), ...pageSize } } };
}

/** The arguments as the use case takes them, and their faults, where the tool has pages. */
export function pageAsked(hasPages: boolean, given: Record<string, unknown>): [Record<string, unknown>, FieldErrors] {
  if (!hasPages) return [given, {}];
  const { limit = pageSize.default } = given;
  const isTooLarge = typeof limit === 'number' && limit > pageSize.maximum;
  return [{ ...given, limit }, isTooLarge ? { limit: [`must be at most ${pageSize.maximum}`] } : {}];
}

/** The call for the page after this one; null: this is the last. */
export function nextPage(
  tool: string,
  given: Record<string, unknown>,
  { total, page, limit }: Record<string, unknown>,
): NextCall | null {
  if (typeof total !== 'number' || typeof page !== 'number' || typeof limit !== 'number') return null;
  return page * limit < total ? { tool, arguments: { ...given, page: page + 1 } } : null;
}

/** One page of a list that has none of its own. */
export function pageOfAll<Item>(all: readonly Item[], { page, limit }: { page: number; limit: number }) {
  return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
