import type { Response } from 'express';
import { html } from '../../../pages/html';
import type { Html } from '../../../pages/html';
import { sendPage } from '../../../pages/layout';
import type { Account } from '../accounts';
import type { Channel } from '../../records';
import type { AuthorizationRefused } from './authorizationRequest';
import { meaningOf } from './scopes';

/** The address of a link or form of these pages: the client's query, and a choice if one is made. */
export type Address = (choice?: { readonly account: string; readonly channel?: string }) => string;

/** The account that is asked, the channel (null: the account has none), and the scopes. */
export interface Question {
  readonly clientId: string;
  readonly account: Account;
  readonly channel: Channel | null;
  readonly choices: readonly string[];
  /** Given with every consent. */
  readonly fixed: readonly string[];
}

/** The first step: whose account? */
export function sendAccounts(res: Response, clientId: string, accounts: readonly Account[], address: Address): void {
  const items = accounts.map(({ id, name, email, channels }) =>
    choice(address({ account: id }), name, `${email} · ${describe(channels)}`),
  );
  const content = html`<h1>Choose an account</h1>
    <p>to continue to <strong>${clientId}</strong></p>
    <ul class="list">
      ${items}
    </ul>
    ${standIn}`;
  sendPage(res, { title: 'Choose an account', content });
}

/** The second step, for an account with several channels. */
export function sendChannels(res: Response, { id: account, email, channels }: Account, address: Address): void {
  const items = channels.map(({ id, name }) => choice(address({ account, channel: id }), name, id));
  const content = html`<h1>Choose a channel</h1>
    <p>${email} has several. Your permission is for one of them.</p>
    <ul class="list">
      ${items}
    </ul>
    <p><a href="${address()}">Use another account</a></p>`;
  sendPage(res, { title: 'Choose a channel', content });
}

/** The last step: to allow, some of it or all, or not. */
export function sendQuestion(res: Response, question: Question, address: Address): void {
  const { clientId, account, channel, choices, fixed } = question;
  const action = address({ account: account.id, ...(channel && { channel: channel.id }) });
  const content = html`<h1>${clientId} wants to access your Google Account</h1>
    <p>
      ${account.name}, ${account.email} ·
      ${channel ? html`channel <strong>${channel.name}</strong>` : 'no YouTube channel'}
    </p>
    <form method="post" action="${action}">
      <fieldset>
        <legend>What ${clientId} may do</legend>
        ${choices.map(checkbox)} ${fixed.map((scope) => html`<p>${describeScope(scope)}</p>`)}
      </fieldset>
      <p class="actions">
        <button name="decision" value="allow" class="primary">Allow</button>
        <button name="decision" value="deny">Deny</button>
      </p>
    </form>
    <p><a href="${address()}">Use another account</a></p>
    ${standIn}`;
  sendPage(res, { title: `Access for ${clientId}`, content, leadsElsewhere: true });
}

/** Shows the user the page for a client that asks wrongly. */
export function sendRefusal(res: Response, { code, message }: AuthorizationRefused): void {
  const status = code === 'invalid_client' ? 401 : 400;
  const content = html`<h1>Access blocked: authorization error</h1>
    <p>${message}</p>
    <p class="fine">Error ${status}: ${code}</p>`;
  sendPage(res, { title: `Error ${status}: ${code}`, content }, status);
}

const standIn = html`<p class="fine">
  This stands in for Google's page. The accounts exist in the sandbox only, and need no password.
</p>`;

function choice(address: string, name: string, description: string): Html {
  return html`<li><a href="${address}">${name}</a> <span class="fine">${description}</span></li>`;
}

function describe(channels: readonly Channel[]): string {
  if (channels.length === 0) return 'no YouTube channel';
  return channels.length === 1 ? '1 channel' : `${channels.length} channels`;
}

function checkbox(scope: string): Html {
  return html`<p>
    <label><input type="checkbox" name="scope" value="${scope}" checked /> <span>${describeScope(scope)}</span></label>
  </p>`;
}

function describeScope(scope: string): Html {
  return html`${meaningOf(scope) ?? ''} <code class="fine">${scope}</code>`;
}
