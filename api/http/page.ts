import { createHash } from 'node:crypto';
import { Html, html } from './html';

export interface Page {
  text: string;
  /** The `Content-Security-Policy` to send with it. */
  policy: string;
}

/**
 * A page for people: nothing loaded from anywhere, light or dark as the browser is.
 * @param script of the page itself, which may ask this service; left out: the page has none
 */
export function renderPage(title: string, content: Html, script?: string): Page {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${script === undefined ? '' : new Html(`<script>${script}</script>`)}
      </body>
    </html> `;
  return { text: page.text, policy: policy(script) };
}

const style = `
:root { color-scheme: light dark; --card: #fff; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1c1f26; background: #f5f6f8; }
main { max-width: 34rem; margin: 10vh auto; padding: 2rem; background: var(--card); border-radius: .75rem; }
h1 { margin-top: 0; font-size: 1.4rem; line-height: 1.25; }
fieldset { margin: 1.5rem 0; padding: 0; border: 0; min-width: 0; }
summary { cursor: pointer; }
legend { padding: 0; font-weight: 600; }
label { display: flex; gap: .75rem; align-items: baseline; margin-top: .5rem; padding: .75rem 1rem;
  border: 1px solid #8a8f99; border-radius: .5rem; cursor: pointer; }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
h2 + p, h2 + ul { margin-top: 0; }
:is(main, form, fieldset) > :last-child { margin-bottom: 0; }
li { margin-top: .5rem; }
p, li, small { overflow-wrap: anywhere; }
label.field { display: block; margin-top: 1.5rem; padding: 0; border: 0; font-weight: 600; cursor: auto; }
input:is([type=password], [type=email], [type=text]) { box-sizing: border-box; width: 100%; margin: .25rem 0; padding: .6rem .75rem; font: inherit;
  color: inherit; background: none; border: 1px solid #767b85; border-radius: .5rem; }
.fault { margin: .25rem 0; color: #b3261e; }
label.drop { flex-direction: column; align-items: flex-start; padding: 1.5rem 1rem; border-style: dashed; border-width: 2px; }
label.drop.over { border-color: #1f5fd6; border-style: solid; }
input { accent-color: #1f5fd6; }
input[type=file] { font: inherit; color: inherit; max-width: 100%; }
progress { display: block; width: 100%; height: .75rem; margin-top: 1.5rem; accent-color: #1f5fd6; }
.steady { min-height: 6rem; }
label:has(:checked) { border-color: #1f5fd6; box-shadow: inset 0 0 0 1px #1f5fd6; }
label span { min-width: 0; overflow-wrap: anywhere; }
small { display: block; color: #545963; }
button, ::file-selector-button { font: inherit; padding: .6rem 1.25rem; margin-right: .5rem; border: 1px solid #1f5fd6; border-radius: .5rem;
  color: #1f5fd6; background: none; cursor: pointer; }
button.main { color: #fff; background: #1f5fd6; }
:focus-visible { outline: 3px solid #1f5fd6; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  :root { --card: #1c1f26; }
  body { color: #e8eaee; background: #121419; }
  small { color: #a6acb8; }
  label:has(:checked) { border-color: #8ab4ff; box-shadow: inset 0 0 0 1px #8ab4ff; }
  .fault { color: #ffb4ab; }
  label.drop.over { border-color: #8ab4ff; }
  input, progress { accent-color: #8ab4ff; }
  button, ::file-selector-button { border-color: #8ab4ff; color: #8ab4ff; }
  button.main { color: #121419; background: #8ab4ff; }
  :focus-visible { outline-color: #8ab4ff; }
}
@media (max-width: 38rem) {
  body { background: var(--card); }
  main { margin: 0; padding: 1.5rem 1.25rem; border-radius: 0; }
}
`;

/** In one piece: its hash counts every space. */
const styleElement = new Html(`<style>${style}</style>`);

/**
 * The style sheet and the script are named by their hashes. There is no `form-action`: Chromium applies it to every redirect that follows
 * the sending of a form, and where the address that a caller has given leads on to is not known here.
 */
function policy(script?: string): string {
  const own = script === undefined ? '' : ` script-src '${hashOf(script)}'; connect-src 'self';`;
  return `default-src 'none'; style-src '${hashOf(style)}';${own} base-uri 'none'; frame-ancestors 'none'`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
