import { z } from 'zod';

/**
 * The value of a string of a path, a query or a header for a field: a whole number, true or false, or the string
 * itself. A string that is no value of the field stays unchanged, and the field's schema refuses it.
 */
export function decode(schema: z.core.$ZodType, text: string): unknown {
  const base = baseOf(schema);
  if (base instanceof z.ZodNumber && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (base instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Tells whether a field takes any value that a caller sends. Its contents are judged later, or never. */
export function isOpen(schema: z.core.$ZodType): boolean {
  const base = baseOf(schema);
  return base instanceof z.ZodRecord || base instanceof z.ZodUnknown;
}

/** The inner schema, without wrappers for absent values and without later transformations. */
function baseOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return baseOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return baseOf(schema.def.in);
  return schema;
}
