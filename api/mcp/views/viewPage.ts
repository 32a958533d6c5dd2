import { Html, html } from '../../http/html';
import { hostScript } from './hostScript';

/**
 * The document of a view: nothing loaded from anywhere, in the colours of the host or in its own. The policy of the host
 * allows its inline style and script (MCP Apps, the default of hosts).
 * @param script begins after `hostScript`, and ends with `join`
 */
export function viewPage(title: string, content: Html, script: string): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>${content}</main>
        ${new Html(`<script>(() => { 'use strict'; ${hostScript} ${script} })();</script>`)}
      </body>
    </html> `;
  return page.text;
}

/** Names of MCP Apps for the colours; each has a value for hosts that give none. */
const styleElement = new Html(`<style>
:root { color-scheme: light dark; --line: var(--color-border-primary, light-dark(#767b85, #8a8f99));
  --accent: light-dark(#1f5fd6, #8ab4ff); --bad: var(--color-text-danger, light-dark(#b3261e, #ffb4ab)); }
body { margin: 0; font: 1rem/1.5 var(--font-sans, system-ui, sans-serif); color: var(--color-text-primary, light-dark(#1c1f26, #e8eaee));
  background: var(--color-background-primary, light-dark(#fff, #1c1f26)); }
main { padding: 1rem; display: grid; gap: .75rem; }
p, h1, dl { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; line-height: 1.3; }
[hidden] { display: none; }
label.drop { display: flex; flex-direction: column; gap: .5rem; padding: 1.25rem 1rem; border: 2px dashed var(--line); border-radius: .5rem; cursor: pointer; }
label.drop.over { border: 2px solid var(--accent); }
input[type=file] { font: inherit; color: inherit; max-width: 100%; }
progress { width: 100%; height: .75rem; accent-color: var(--accent); }
.steady { min-height: 3rem; }
.bad { color: var(--bad); }
img { max-width: min(100%, 20rem); border-radius: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: var(--color-text-secondary, light-dark(#545963, #a6acb8)); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.25rem; }
.text { white-space: pre-line; }
button { justify-self: start; font: inherit; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem; color: var(--accent); background: none; cursor: pointer; }
button.main { color: light-dark(#fff, #121419); background: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
</style>`);
