import { Router } from 'express';
import type { Response } from 'express';
import { z } from 'zod';
import { readForm } from '../../http/exchange';
import { html } from '../../pages/html';
import type { Html } from '../../pages/html';
import { sendPage } from '../../pages/layout';
import { liveConsentOf, revoke } from '../accounts/tokens';
import { listUsers } from '../accounts/users';
import type { User } from '../accounts/users';
import type { FacebookContext } from '../context';
import { tellApp } from './signedRequest';
import type { AppAnswer } from './signedRequest';

const path = '/settings/apps';

/** The page of a user's settings on which they remove the app, and ask it to delete their data. */
export function appsRouter(context: FacebookContext): Router {
  const router = Router();
  router.get(path, (_req, res) => sendUsers(res, usersOf(context)));
  router.post(path, async (req, res) => {
    const form = await readForm(req);
    const user = listUsers(context).find(({ id }) => id === form.get('user'));
    const decision = form.get('decision');
    if (!user || (decision !== 'remove' && decision !== 'delete')) return sendUsers(res, usersOf(context));
    const { deauthorizeUrl, dataDeletionUrl } = context.settings.read().facebook;
    const consent = liveConsentOf(context, user.id);
    if (consent) revoke(context, consent, null);
    const isDeletion = decision === 'delete';
    const answer = await tellApp(context, isDeletion ? dataDeletionUrl : deauthorizeUrl, user.id);
    sendAnswer(res, isDeletion ? receiptOf(answer) : told(answer));
  });
  return router;
}

/** The people who have let the app in once: they may ask it to delete data after they have removed it. */
function usersOf(context: FacebookContext): User[] {
  const asked = new Set(context.store.consents.values().map(({ userId }) => userId));
  return listUsers(context).filter(({ id }) => asked.has(id));
}

function sendUsers(res: Response, users: readonly User[]): void {
  const content = html`<h1>Apps and websites</h1>
    <p>The people who have let the app in. Facebook asks an app to delete data once it was removed.</p>
    <form method="post" action="${path}">
      ${users.map(
        ({ id, name }) =>
          html`<p>
            <label><input type="radio" name="user" value="${id}" required /> ${name}</label>
          </p>`,
      )}
      <p class="actions">
        <button name="decision" value="remove">Remove</button>
        <button name="decision" value="delete">Send request</button>
      </p>
    </form>`;
  sendPage(res, { title: 'Apps and websites', content });
}

/** Facebook shows the user the answer of an app that has the documented form, and no other. */
const Receipt = z.object({ url: z.url(), confirmation_code: z.string().regex(/^[A-Za-z0-9_-]+$/) });

function receiptOf(answer: AppAnswer | null): Html {
  const receipt = Receipt.safeParse(answer?.status === 200 ? parse(answer.body) : null).data;
  if (!receipt) return html`<p>The app did not take the request: ${describe(answer)}</p>`;
  return html`<p>The app has the request. Code <code>${receipt.confirmation_code}</code></p>
    <p><a href="${receipt.url}">See its state</a></p>`;
}

function told(answer: AppAnswer | null): Html {
  return html`<p>The app was removed. It was told: ${describe(answer)}</p>`;
}

function describe(answer: AppAnswer | null): string {
  return answer === null ? 'no answer' : `${answer.status} ${answer.body}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sendAnswer(res: Response, content: Html): void {
  sendPage(res, {
    title: 'Apps and websites',
    content: html`<h1>Apps and websites</h1>
      ${content}`,
  });
}
