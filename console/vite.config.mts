import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const ownFile = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the console. `bin/local/build/buildConsole.mjs` says where to. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The API puts the nonce of each answer in its place (api/console/consoleFiles.ts).
  html: { cspNonce: '__NONCE__' },
  plugins: [preloadDrawing()],
  resolve: {
    alias: [
      { find: './use-id/use-id.mjs', replacement: ownFile('preact/useId.ts') },
      { find: /^react$/, replacement: ownFile('preact/react.mjs') },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A `data:` address would be no request less: what is small is an icon of the page itself.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // A phone waits for each round of requests: what many screens share comes in a few files, not in forty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'asking',
              test: /query-core|console\/(http\/|session\/session|viewer\/queries|parts\/nextTask|words\/formats)/,
              priority: 1,
            },
            // Few screens need it.
            { name: 'clock', test: /@internationalized|console\/words\/clock/, priority: 1 },
            { name: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
});

/**
 * Names in the page what `main.tsx` loads later for every screen, so that a browser asks for it at once. It then runs as
 * tasks of its own, and its styles keep nothing from being shown before.
 */
function preloadDrawing(): Plugin {
  return {
    name: 'preload-drawing',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const drawing = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/app/draw.tsx'));
        const scripts = drawing ? [drawing.fileName, ...drawing.imports] : [];
        const styles = [...(drawing?.viteMetadata?.importedCss ?? [])];
        return [
          ...styles.map((name) => ({ rel: 'preload', as: 'style', href: `/${name}` })),
          ...scripts.map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
        ].map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const }));
      },
    },
  };
}
