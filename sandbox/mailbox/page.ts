import { Router } from 'express';
import { html } from '../pages/html';
import type { Html } from '../pages/html';
import { sendPage } from '../pages/layout';
import type { Mail, Mails } from './mails';

const shownMax = 50;

/** `/mailbox`: the mails as they arrive, newest first, for all recipients. */
export function mailboxPages(mails: Mails): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    const all = mails.since(0).toReversed();
    const content = html`<h1>Mailbox</h1>
      <p class="fine">
        ${all.length > shownMax ? `the newest ${shownMax} of ` : ''}${all.length} received ·
        <a href="/_sandbox/mailbox">as JSON</a>
      </p>
      ${all.length === 0 ? html`<p>No mail has arrived yet.</p>` : all.slice(0, shownMax).map(mailArticle)}`;
    sendPage(res, { title: 'Mailbox', content, refreshes: true });
  });
  return router;
}

function mailArticle({ seq, subject, to, from, receivedAt, text, messageId }: Mail): Html {
  return html`<article class="delivery">
    <h2>${subject}</h2>
    <p class="fine">
      #${seq} · <time datetime="${receivedAt}">${receivedAt.slice(0, 10)} ${receivedAt.slice(11, 23)} UTC</time> · to
      ${to.join(', ')} · from ${from} · <code>${messageId}</code>
    </p>
    <pre>${linked(text)}</pre>
  </article>`;
}

/** A text whose addresses lead where they say. */
function linked(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
