import { scopeMeanings } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import type { OrganizationOfUser } from '../../../models/organizations/Organization';
import { html } from '../../http/html';
import type { Html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';
import { decision } from './present';
import { presentAsker } from './presentAsker';
import type { Asker } from './presentAsker';

interface OrganizationsPage extends Asker {
  readonly sealed: string;
  /** What the person has allowed on the page before. */
  readonly scopes: readonly McpScope[];
  readonly creditLimit: number | null;
  /** The organizations of the logged-in person. */
  readonly organizations: readonly OrganizationOfUser[];
}

/** The page after a log-in: the person picks the organization in which the assistant acts as them. */
export function presentOrganizations({
  sealed,
  scopes,
  creditLimit,
  organizations,
  ...asker
}: OrganizationsPage): Page {
  const content = html`${presentAsker(asker)}
    <form method="post" action="authorize">
      <input type="hidden" name="request" value="${sealed}" />
      <fieldset>
        <legend>Where it acts as you</legend>
        ${organizations.map((organization, index) => presentOrganization(organization, index === 0))}
      </fieldset>
      <h2>What it may then do</h2>
      <ul>
        ${scopes.map((scope) => html`<li>${scopeMeanings[scope].allows}</li>`)}
        <li>Only what your role there allows you, for 30 days.</li>
        ${creditLimit === null ? '' : html`<li>It may use ${String(creditLimit)} credits a cycle.</li>`}
      </ul>
      ${decision}
    </form>`;
  return renderPage('Choose an organization', content);
}

function presentOrganization({ id, name, slug, role }: OrganizationOfUser, isFirst: boolean): Html {
  return html`<label>
    <input type="radio" name="organization" value="${id}" required ${isFirst ? html`checked` : ''} />
    <span>${name} <small>${slug}: you are ${role}</small></span>
  </label> `;
}
