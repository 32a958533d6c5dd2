import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a tool's arguments, as short as a model needs it: every tool is in the context of every
 * conversation. Patterns are left to the service, which explains a fault in words. An optional field that may be null
 * is shown as optional alone (`withoutNulls`).
 */
export function inputSchemaOf(schema: z.ZodObject): JsonSchema {
  const plain = z.object(
    Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, withoutNull(field)])),
  );
  const whole = compact(z.toJSONSchema(plain, { io: 'input', unrepresentable: 'any', metadata: descriptions }));
  const named = Array.isArray(whole['required']) ? whole['required'] : [];
  return { ...whole, type: 'object', required: named };
}

/** The JSON Schema of a tool's structured content. Its root is an object, which clients of 2025 insist on. */
export function outputSchemaOf(schema: z.ZodType): JsonSchema {
  return compact(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', metadata: descriptions }));
}

/** The metadata of the schemas, without the names of components and their examples. */
class Descriptions extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    const { id: _id, example: _example, ...rest } = z.globalRegistry.get(schema) ?? {};
    return rest;
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema);
  }
}
const descriptions = new Descriptions();

/** An optional field without null: to a tool, null and an absent field mean the same. */
function withoutNull(field: z.core.$ZodType): z.core.$ZodType {
  if (!(field instanceof z.ZodDefault || field instanceof z.ZodOptional)) return field;
  const { innerType } = field.def;
  return innerType instanceof z.ZodNullable ? z.optional(innerType.unwrap()).meta({ ...field.meta() }) : field;
}

const dropped = ['$schema', 'pattern', 'propertyNames'];

function compact(schema: Record<string, unknown>): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !dropped.includes(key) && !isBoundOfNumbers(value) && !isAnything(key, value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, key === 'properties' ? eachOf(value) : within(value)]));
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isRecord(value) ? compact(value) : value;
}

function eachOf(properties: unknown): unknown {
  if (!isRecord(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, within(property)]));
}

/** A bound that is JavaScript's largest or smallest safe integer, which is no rule of the field. */
function isBoundOfNumbers(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function isAnything(key: string, value: unknown): boolean {
  return key === 'additionalProperties' && isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
