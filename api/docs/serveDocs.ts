import { dirname } from 'node:path';
import type { Express, Response } from 'express';
import { refuseMethods } from '../http/methods';
import { textOfPage } from './callerPages';
import { overviewText } from './overview';
import type { Overview } from './overview';

interface Docs extends Overview {
  /** Makes the OpenAPI document. That takes a quarter of a second, so the first request for it makes and keeps it. */
  readonly describe: () => object;
}

/**
 * Serves `/openapi.json`, `/docs`, the overview for models at `/llms.txt`, and the pages for callers as Markdown. The page `/docs` and all
 * its parts come from here: the page works offline, reports its opening to no other host, and runs under a policy that forbids everything
 * else. Its addresses are relative: a proxy may hand on the requests of one of its paths.
 */
export function serveDocs(app: Express, { describe, ...overview }: Docs): void {
  let openApi: string | undefined;
  const { config, pages } = overview;
  const text = overviewText(overview);
  serve(app, '/llms.txt', (response) => response.type('txt').send(text));
  for (const callerPage of pages) {
    const markdown = textOfPage(config.baseUrl, callerPage);
    serve(app, `/docs/${callerPage.path}`, (response) => response.type('md').send(markdown));
  }
  serve(app, '/openapi.json', (response) => response.type('json').send((openApi ??= JSON.stringify(describe()))));
  serve(app, '/docs', (response) => response.set('Content-Security-Policy', policy).type('html').send(page));
  serve(app, '/docs/start.js', (response) => response.type('js').send(startScript));
  const root = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    serve(app, `/docs/${file}`, (response) => response.sendFile(file, { root, maxAge: '1h' }));
  }
}

function serve(app: Express, path: string, answer: (response: Response) => void): void {
  app
    .route(path)
    .get((_request, response) => answer(response))
    .all(refuseMethods(['GET', 'HEAD']));
}

/** Images may also be `data:`, which the style sheet has for its icons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Content Delivery Service API</title>
    <link rel="icon" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/**
 * Requests are tried at the address at which the page was opened, whatever the document names. `validatorUrl: null`
 * keeps the page from asking a public validator about the document.
 */
const startScript = `fetch('openapi.json')
  .then((response) => response.json())
  .then((document) =>
    SwaggerUIBundle({
      spec: { ...document, servers: [{ url: new URL('.', location).href.slice(0, -1) }] },
      dom_id: '#docs',
      deepLinking: true,
      validatorUrl: null,
      displayRequestDuration: true,
    }),
  );
`;
