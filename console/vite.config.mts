import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Bundles the console. `bin/local/buildConsole.mjs` says where to. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The API puts the nonce of each answer in its place (api/console/consoleFiles.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A `data:` address would be no request less: what is small is an icon of the page itself.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
  },
});
