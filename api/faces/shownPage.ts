import { z } from 'zod';
import type { Page } from '../http/page';
import { AnswerWithHeaders } from '../http/Route';

/** The answer of a route that shows a page without a script. */
export const shownPage = {
  status: 200,
  schema: z.string().meta({ example: '<!doctype html>' }),
  mediaType: 'text/html',
  headers: z.object({
    'Content-Security-Policy': z.string().meta({ description: 'What the page may load: its own style alone' }),
  }),
} as const;

/** Presents a page with its policy. */
export function presentPage({ text, policy }: Page) {
  return new AnswerWithHeaders(text, { 'Content-Security-Policy': policy });
}
