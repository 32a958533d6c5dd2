/** Where programs call the API: BASE_URL, as the page names it (api/console/serveConsole.ts). The console may be elsewhere. */
export function apiAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-address"]')?.content ?? '';
}
