import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const CallerPages = z.array(
  z.strictObject({
    /** Below `docs/`, with its folder. */
    path: z.string(),
    name: z.string(),
    /** Its sentence in the index of the documents. */
    about: z.string(),
    /** Markdown, whose links lead to other pages of the list or outside. */
    text: z.string(),
  }),
);

/** A page for callers, which the build makes of docs/ (bin/local/build/callerPages.mjs). */
export type CallerPage = z.output<typeof CallerPages>[number];

/**
 * Reads the pages for callers that `npm run build` has made.
 * @throws Error when there are none; its message says how to make them
 */
export function readCallerPages(file: string): readonly CallerPage[] {
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return CallerPages.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The address of a page at this service. */
export function addressOfPage(baseUrl: string, { path }: Pick<CallerPage, 'path'>): string {
  return `${baseUrl}/docs/${path}`;
}

/** The text of a page at this service: examples have its own address. */
export function textOfPage(baseUrl: string, { text }: Pick<CallerPage, 'text'>): string {
  return text.replaceAll('https://api.example.com', () => baseUrl);
}
