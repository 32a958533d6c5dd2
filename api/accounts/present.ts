import { html } from '../http/html';
import type { Html } from '../http/html';
import { renderPage } from '../http/page';
import type { Page } from '../http/page';
import type { StoredConnection } from '../../models/removals/accountConnections';
import type { Platform } from '../../platforms/Platform';
import type { AccountEnd } from './accountAddress';
import type { AccountView } from './showAccount';
import type { DeletionView } from './showDataDeletion';
import { visitMinutes } from './visit';

/** The clean-up removes them, in batches (models/removals/platformData.ts). */
const ofPosts = 'The numbers and pictures of posts follow within hours.';

export function presentDeletion({ platform: { name }, deletion: { doneAt, connections } }: DeletionView): Page {
  const content =
    connections === 0
      ? html`<p>
          You asked on ${dayOf(doneAt)}. No channel of your ${name} account was connected here, so nothing was kept of
          it.
        </p>`
      : html`<p>
            Done on ${dayOf(doneAt)}. Our access to ${countOf(connections)} of your ${name} account has ended, and what
            we kept of it is deleted: names, pictures, numbers and the id of your account. ${ofPosts}
          </p>
          <p>Posts that were published to ${name} are still there. You can remove them there.</p>`;
  return renderPage('Your data are deleted', content);
}

/** The page of an account: how to log in, or the data that are kept and the button that ends that. */
export function presentAccount({ platform, end, visit }: AccountView): Page {
  const content = html`${end === null ? [] : html`<p role="status">${endWords(platform.name)[end]}</p>`}
  ${visit === null ? presentLogin(platform) : presentVisit(platform, visit)} ${presentLinks(platform)}`;
  return renderPage(`Your ${platform.name} account here`, content);
}

function endWords(name: string): Readonly<Record<AccountEnd, string>> {
  return {
    revoked: `Disconnected. Our access is revoked, and what we kept of your channels is deleted. ${ofPosts}`,
    erased: `What we kept of your channels is deleted. ${ofPosts} ${name} has not confirmed the end of our access: end it there, too.`,
    refused: `You did not log in at ${name}.`,
    failed: `${name} did not tell us who you are. Log in once more.`,
  };
}

function presentLogin({ name }: Platform): Html {
  return html`<p>
      Has somebody connected a channel of yours to this service? Log in at ${name} to see what is kept of it, and to
      disconnect it. You need no account here, and the login gives us no permission.
    </p>
    <form method="post" action="account/login">
      <button name="go" value="login" class="main">Log in at ${name}</button>
    </form>`;
}

function presentVisit({ name }: Platform, { token, connections }: NonNullable<AccountView['visit']>): Html {
  if (connections.length === 0)
    return html`<p>No channel of this ${name} account is connected here. Nothing is kept of it.</p>`;
  return html`<p>
      These channels of your ${name} account are known here. The page works for ${String(visitMinutes)} minutes.
    </p>
    <ul>
      ${connections.map(presentKept)}
    </ul>
    <p>
      If you disconnect, our access to all of them ends at once, in every workspace, and names, pictures and numbers are
      deleted. ${ofPosts} The posts themselves stay on ${name}.
    </p>
    <form method="post" action="account/disconnect">
      <button name="token" value="${token}" class="main">Disconnect and delete</button>
    </form>`;
}

function presentKept(kept: StoredConnection): Html {
  const { name, organizationName, workspaceName, connectedAt, hasTokens, hasData, dataEndAt } = kept;
  const access = hasTokens ? 'access to publish and to read numbers' : 'no access any more';
  const data = hasData ? 'name, picture and numbers of the channel, numbers and pictures of its posts' : 'nothing else';
  const end = hasData && dataEndAt !== null ? ` Deleted by itself on ${dayOf(dataEndAt)}.` : '';
  return html`<li>
    <bdi>${name}</bdi>, connected by <bdi>${organizationName}</bdi> (<bdi>${workspaceName}</bdi>) on
    ${dayOf(connectedAt)}
    <small>Kept: ${access}, ${data}.${end}</small>
  </li>`;
}

function presentLinks({ terms: { links } }: Platform): Html {
  if (links.length === 0) return html``;
  return html`<p>
    <small>${links.map(({ title, url }) => html`<a href="${url}" rel="noreferrer">${title}</a> `)}</small>
  </p>`;
}

function countOf(connections: number): string {
  return connections === 1 ? 'one channel' : `${connections} channels`;
}

/** A day in UTC. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
