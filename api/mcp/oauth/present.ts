import { isLoopback, mcpScopes, scopeMeanings } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import { html } from '../../http/html';
import type { Html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';

interface ConsentPage {
  readonly client: Pick<RegisteredClient, 'name'>;
  readonly redirectUri: string;
  /** The scopes of the ticked boxes. */
  readonly ticked: readonly McpScope[];
  readonly sealed: string;
  readonly baseUrl: string;
  /** The reason why the page is shown again. */
  readonly fault?: 'no box' | 'wrong key';
}

/** The box of each scope, as the form sends it. */
export const boxOf = { 'mcp.read': 'read', 'mcp.write': 'write' } as const satisfies Record<McpScope, string>;

/** The page on which a person lets an assistant act for a workspace, or does not. */
export function presentConsent({ client, redirectUri, ticked, sealed, baseUrl, fault }: ConsentPage): Page {
  const isKeyWrong = fault === 'wrong key';
  const content = html`<p>
      ${client.name === null ? html`An app without a name` : html`An app that calls itself <strong><bdi>${client.name}</bdi></strong>`}
      wants to use this service for your workspace. Nobody has verified who it is.
    </p>
    <h2>Where you are sent</h2>
    ${presentTarget(redirectUri)}
    <form method="post" action="authorize" autocomplete="off">
      <input type="hidden" name="request" value="${sealed}" />
      <input type="hidden" name="boxes" value="shown" />
      <fieldset>
        <legend>What it may then do</legend>
        ${fault === 'no box' ? html`<p class="fault" role="alert">Tick at least one box, or deny.</p>` : ''}
        ${mcpScopes.map((scope) => presentBox(scope, ticked.includes(scope)))}
        <p>It may do so for 30 days, or until the API key is replaced.</p>
      </fieldset>
      <label class="field" for="api_key">API key of your workspace</label>
      ${isKeyWrong ? html`<p id="fault" class="fault" role="alert">This is not the API key of a workspace.</p>` : ''}
      <input
        type="password"
        id="api_key"
        name="api_key"
        autocomplete="off"
        maxlength="200"
        required
        aria-describedby="${isKeyWrong ? 'fault hint' : 'hint'}"
        ${isKeyWrong ? html`aria-invalid="true"` : ''}
      />
      <small id="hint"
        >It begins with ds_live_ and stays here: the app does not get it. Type it only if the address of this page
        begins with <strong>${new URL(baseUrl).origin}</strong>.</small
      >
      <p>
        <button class="main" name="action" value="allow">Allow</button>
        <button name="action" value="deny" formnovalidate>Deny</button>
      </p>
    </form>`;
  return renderPage('Connect an app', content);
}

/** The host, since names in front of it or paths behind it can pretend to be another one. */
function presentTarget(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri);
  if (isLoopback(redirectUri))
    return html`<p>
      To a program on this computer (<strong>${host}</strong>). Any program that runs here could ask for this: allow it
      only if you have just started to connect one.
    </p>`;
  if (protocol !== 'https:')
    return html`<p>
      To an app on this device, by its links <strong>${protocol}</strong>. Allow it only if you have just started to
      connect one.
    </p>`;
  return html`<p>To the site <strong>${host}</strong>.</p>`;
}

function presentBox(scope: McpScope, isTicked: boolean): Html {
  const { allows, covers } = scopeMeanings[scope];
  const state = isTicked ? html`checked` : '';
  return html`<label>
    <input type="checkbox" name="${boxOf[scope]}" value="${scope}" ${state} />
    <span>${allows} <small>${scope}: ${covers}</small></span>
  </label> `;
}
