/** Where programs call the API: BASE_URL, which may be another host than that of the console (api/console/serveConsole.ts). */
export function apiAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-address"]')?.content ?? '';
}
