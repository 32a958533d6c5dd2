/**
 * The URL that a text is, or undefined. Pure.
 *
 * Not by `URL.canParse`: once Node 20 has compiled its callers, it reads a Latin-1 text as if it were UTF-8, and refuses
 * `https://bücher.example/`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
