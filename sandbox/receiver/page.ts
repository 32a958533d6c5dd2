import { Router } from 'express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { queryOf } from '../http/query';
import { html } from '../pages/html';
import type { Html } from '../pages/html';
import { sendPage } from '../pages/layout';
import { ReceiverName } from './receivers';
import type { Delivery, Receivers } from './receivers';

const shownMax = 50;
/** The fields of a body that the page shows apart; a body without them is shown as it is. */
const Event = z.object({
  event: z.string().optional(),
  status: z.string().optional(),
  assignmentId: z.string().optional(),
});
type Event = z.infer<typeof Event>;

/** `/receiver/{name}`: the deliveries as they arrive, newest first. */
export function receiverPages(receivers: Receivers): Router {
  const router = Router();
  router.get('/:name', (req, res, next) => {
    const name = ReceiverName.safeParse(req.params.name);
    if (!name.success) return next();
    showReceiver(receivers, name.data, req, res);
  });
  return router;
}

function showReceiver(receivers: Receivers, name: string, req: Request, res: Response): void {
  const isPaused = queryOf(req).has('paused');
  const deliveries = receivers.since(name, 0).toReversed();
  const address = `/_sandbox/receiver/${name}`;
  const content = html`<h1>Webhooks to “${name}”</h1>
    <p class="fine">
      ${deliveries.length > shownMax ? `the newest ${shownMax} of ` : ''}${deliveries.length} received ·
      ${receivers.settings(name).secret === null ? 'signatures are not checked: no secret is set' : 'signatures are checked'}
      · <a href="${address}">as JSON</a> ·
      ${isPaused ? html`<a href="?">Resume</a>` : html`<a href="?paused">Pause</a>`}
    </p>
    ${
      deliveries.length === 0
        ? html`<p>Nothing has arrived yet. Send webhooks to:</p>
            <pre><code>${req.protocol}://${req.get('host') ?? ''}${address}</code></pre>`
        : deliveries.slice(0, shownMax).map((delivery) => deliveryArticle(delivery, isPaused))
    }`;
  sendPage(res, { title: `Webhooks to ${name}`, content, refreshes: !isPaused });
}

/** A delivery. Its headers stand open while the page is paused, since a page that reloads closes opened parts. */
function deliveryArticle(delivery: Delivery, isPaused: boolean): Html {
  const { seq, receivedAt, headers, body, signature, answeredStatus } = delivery;
  const { event, status, assignmentId } = eventOf(delivery);
  const attempt = headers['x-webhook-attempt'];
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<article class="delivery">
    <h2>${status ?? event ?? 'no status'}</h2>
    <p class="badges">
      <span class="badge ${colourOf(signature, 'hex')}">X-Webhook-Signature: ${signature.hex}</span>
      <span class="badge ${colourOf(signature, 'standard')}">webhook-signature: ${signature.standard}</span>
      <span class="badge ${answeredStatus < 300 ? 'good' : 'bad'}">answered ${answeredStatus}</span>
    </p>
    <p class="fine">
      #${seq} · <time datetime="${receivedAt}">${receivedAt.slice(0, 10)} ${receivedAt.slice(11, 23)} UTC</time>
      ${attempt === undefined ? '' : ` · attempt ${attempt}`}
      ${assignmentId === undefined ? '' : html` · assignment <code>${assignmentId}</code>`}
    </p>
    <pre><code>${body}</code></pre>
    <details ${isPaused ? 'open' : ''}>
      <summary>Headers</summary>
      <pre><code>${headerLines.join('\n')}</code></pre>
    </details>
  </article>`;
}

/** A missing scheme matters only where the other scheme does not speak for the delivery. */
function colourOf(signature: Delivery['signature'], scheme: 'hex' | 'standard'): string {
  if (signature[scheme] === 'valid') return 'good';
  return signature.verdict === 'invalid' ? 'bad' : 'waiting';
}

function eventOf({ body }: Delivery): Event {
  try {
    return Event.safeParse(JSON.parse(body)).data ?? {};
  } catch {
    return {};
  }
}
