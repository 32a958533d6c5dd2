import type { NextFunction, Request, Response } from 'express';
import type { z } from 'zod';
import { BodyTooLarge, discardBody, readText } from '../http/exchange';

const bodyLimitBytes = 1024 * 1024;

/** A request that a control cannot carry out; the message names the fault. */
export class BadControl extends Error {
  override name = 'BadControl';
}

/** The JSON body of a control. Throws BadControl, BodyTooLarge, ConnectionCut. */
export async function readBody<T>(req: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(req, bodyLimitBytes);
  try {
    return parse(schema, JSON.parse(text));
  } catch (error) {
    throw error instanceof SyntaxError ? new BadControl('the body must be JSON') : error;
  }
}

/** The value in the form of the schema. Throws BadControl with the faults of the value. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new BadControl(
    result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '),
  );
}

/** Answers a request that a control cannot carry out. */
export async function answerBadControl(error: unknown, req: Request, res: Response, next: NextFunction): Promise<void> {
  if (error instanceof BadControl) return void res.status(400).json({ error: error.message });
  if (!(error instanceof BodyTooLarge)) return next(error);
  await discardBody(req);
  res.status(413).json({ error: `the body may have ${bodyLimitBytes} bytes` });
}
