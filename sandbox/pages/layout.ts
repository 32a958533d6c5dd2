import type { Response } from 'express';
import { html } from './html';
import type { Html } from './html';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** The page asks for itself again every two seconds. */
  readonly refreshes?: boolean;
  /** True: a form on it leads to other addresses when it is sent. */
  readonly leadsElsewhere?: boolean;
}

/** Nothing foreign is ever requested, and nothing runs in a page. */
const contentPolicy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action";
const pageHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Answers with a whole page. */
export function sendPage(res: Response, { title, content, refreshes, leadsElsewhere }: Page, status = 200): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refreshes ? html`<meta http-equiv="refresh" content="2" />` : ''}
        <title>${title} – Sandbox</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="/icon.svg" />
      </head>
      <body>
        <header><a href="/">Sandbox</a> <span>Nothing here leaves this machine</span></header>
        <main>${content}</main>
      </body>
    </html>`;
  // A browser holds every redirect that follows a form against form-action.
  res.set({
    ...pageHeaders,
    'Content-Security-Policy': `${contentPolicy} ${leadsElsewhere ? 'http: https:' : "'self'"}`,
  });
  res.status(status).type('html').send(page.markup);
}
