import { mcpScopes, scopeMeanings } from '../../../domain/mcp';
import type { McpScope } from '../../../domain/mcp';
import { html } from '../../http/html';
import type { Html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';
import { presentAsker } from './presentAsker';
import type { Asker } from './presentAsker';

/** The reasons why a consent page is shown again. */
export type ConsentFault =
  | 'no box'
  | 'wrong limit'
  | 'no credential'
  | 'wrong key'
  | 'wrong log-in'
  | 'no organization';

interface ConsentPage extends Asker {
  /** The scopes of the ticked boxes. */
  readonly ticked: readonly McpScope[];
  readonly sealed: string;
  readonly baseUrl: string;
  readonly fault?: ConsentFault;
  /** Texts that were typed, and no secrets: the page shows them again. */
  readonly typed?: { readonly email?: string | undefined; readonly creditLimit?: string | undefined };
}

/** The box of each scope, as the form sends it. */
export const boxOf = { 'mcp.read': 'read', 'mcp.write': 'write' } as const satisfies Record<McpScope, string>;

/** The page on which a person lets an assistant act for themselves or for a workspace, or does not. */
export function presentConsent({ client, redirectUri, ticked, sealed, baseUrl, fault, typed = {} }: ConsentPage): Page {
  const content = html`${presentAsker({ client, redirectUri })}
    <form method="post" action="authorize">
      <input type="hidden" name="request" value="${sealed}" />
      <input type="hidden" name="boxes" value="shown" />
      <fieldset>
        <legend>What it may then do</legend>
        ${fault === 'no box' ? alert(faultTexts[fault]) : ''}
        ${mcpScopes.map((scope) => presentBox(scope, ticked.includes(scope)))}
        <p>It may do so for 30 days. You can end it earlier: in the console, under Assistants.</p>
      </fieldset>
      ${presentLimit(typed.creditLimit, fault === 'wrong limit')} ${presentLogIn(typed.email, fault)}
      ${presentKey(fault === 'wrong key')}
      <p>
        <small
          >What you type stays here: the app does not get it. Type it only if the address of this page begins with
          <strong>${new URL(baseUrl).origin}</strong>.</small
        >
      </p>
      ${decision}
    </form>`;
  return renderPage('Connect an app', content);
}

/** The two answers of a person. */
export const decision = html`<p>
  <button class="main" name="action" value="allow">Allow</button>
  <button name="action" value="deny" formnovalidate>Deny</button>
</p>`;

const faultTexts: Readonly<Record<ConsentFault, string>> = {
  'no box': 'Tick at least one box, or deny.',
  'wrong limit': 'Type a whole number, or nothing.',
  'no credential': 'Type your email and password, or the API key of the workspace.',
  'wrong key': 'This is not the API key of a workspace.',
  'wrong log-in': 'The email or the password is wrong.',
  'no organization': 'You are a member of no organization.',
};

function alert(text: string, id = 'fault'): Html {
  return html`<p id="${id}" class="fault" role="alert">${text}</p>`;
}

function presentBox(scope: McpScope, isTicked: boolean): Html {
  const { allows, covers } = scopeMeanings[scope];
  const state = isTicked ? html`checked` : '';
  return html`<label>
    <input type="checkbox" name="${boxOf[scope]}" value="${scope}" ${state} />
    <span>${allows} <small>${scope}: ${covers}</small></span>
  </label> `;
}

function presentLimit(typed: string | undefined, isWrong: boolean): Html {
  return html`<label class="field" for="credit_limit">Credits it may use a cycle (optional)</label>
    ${isWrong ? alert(faultTexts['wrong limit']) : ''}
    <input
      type="text"
      id="credit_limit"
      name="credit_limit"
      inputmode="numeric"
      autocomplete="off"
      maxlength="10"
      value="${typed ?? ''}"
      aria-describedby="${isWrong ? 'fault limit_hint' : 'limit_hint'}"
      ${isWrong ? html`aria-invalid="true"` : ''}
    />
    <small id="limit_hint">Empty: no limit of its own.</small>`;
}

/** The email is no secret: it stays. */
function presentLogIn(typed: string | undefined, fault: ConsentFault | undefined): Html {
  const isOfLogIn = fault === 'no credential' || fault === 'wrong log-in' || fault === 'no organization';
  const state = fault === 'wrong log-in' ? html`aria-invalid="true"` : '';
  const describedBy = isOfLogIn ? 'fault log_in_hint' : 'log_in_hint';
  return html`<fieldset>
    <legend>Log in</legend>
    <small id="log_in_hint">It then acts as you, with your role, in the organization that you pick next.</small>
    ${isOfLogIn ? alert(faultTexts[fault]) : ''}
    <label class="field" for="email">Email</label>
    <input
      type="email"
      id="email"
      name="email"
      autocomplete="username"
      maxlength="254"
      value="${typed ?? ''}"
      aria-describedby="${describedBy}"
      ${state}
    />
    <label class="field" for="password">Password</label>
    <input
      type="password"
      id="password"
      name="password"
      autocomplete="current-password"
      maxlength="256"
      aria-describedby="${describedBy}"
      ${state}
    />
  </fieldset>`;
}

function presentKey(isWrong: boolean): Html {
  return html`<details aria-label="API key" ${isWrong ? html`open` : ''}>
    <summary>Use an API key instead</summary>
    <label class="field" for="api_key">API key of your workspace</label>
    ${isWrong ? alert(faultTexts['wrong key']) : ''}
    <input
      type="password"
      id="api_key"
      name="api_key"
      autocomplete="off"
      maxlength="200"
      aria-describedby="${isWrong ? 'fault key_hint' : 'key_hint'}"
      ${isWrong ? html`aria-invalid="true"` : ''}
    />
    <small id="key_hint"
      >It begins with ds_live_. The app then acts for the whole workspace, and loses its access when the key is
      replaced.</small
    >
  </details>`;
}
