/** The nonce with which style elements may be written (api/console/serveConsole.ts). */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Tells the nonce to `get-nonce`, by which the parts of Mantine that lock the page's scrolling write their styles. */
export function allowStyles(): void {
  Object.assign(window, { __webpack_nonce__: styleNonce() });
}
