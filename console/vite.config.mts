import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { chunks } from './chunks.mjs';

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
      { find: './TableScrollContainer.mjs', replacement: ownFile('preact/withoutScrollContainer.ts') },
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
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
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
        const loaded = Object.values(bundle)
          .filter((one) => one.type === 'chunk')
          .filter(({ name }) => ['routing', 'drawing'].includes(name));
        const scripts = loaded.map(({ fileName }) => fileName);
        const styles = loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [
          ...styles.map((name) => ({ rel: 'preload', as: 'style', href: `/${name}` })),
          ...scripts.map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
        ].map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const }));
      },
    },
  };
}
