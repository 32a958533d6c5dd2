/** The URL that a text is, or undefined. `URL.canParse` of Node 20 refuses some that are: see test/domain/parseUrl.test.ts. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
