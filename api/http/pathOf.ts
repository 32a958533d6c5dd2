/** The path of a base URL: empty, or with a slash at its beginning alone. */
export function pathOf({ baseUrl }: { readonly baseUrl: string }): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}
