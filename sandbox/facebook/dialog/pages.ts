import type { Response } from 'express';
import { html } from '../../pages/html';
import type { Html } from '../../pages/html';
import { sendPage } from '../../pages/layout';
import { isPermission, meanings } from '../accounts/permissions';
import type { Page } from '../records';
import type { User } from '../accounts/users';

/** The address of a link or form of these pages: the app's query, and the person if one is chosen. */
export type Address = (userId?: string) => string;

/** The question of the dialog: its user, and the permissions. */
export interface Question {
  readonly user: User;
  readonly choices: readonly string[];
  /** Given with every consent. */
  readonly fixed: readonly string[];
}

const app = 'Sandbox app';

/** The first step: who is it? */
export function sendUsers(res: Response, users: readonly User[], address: Address): void {
  const items = users.map(
    ({ id, name, pages }) =>
      html`<li><a href="${address(id)}">${name}</a> <span class="fine">${describe(pages)}</span></li>`,
  );
  const content = html`<h1>Log in to Facebook</h1>
    <p>to continue to <strong>${app}</strong></p>
    <ul class="list">
      ${items}
    </ul>
    ${standIn}`;
  sendPage(res, { title: 'Log in', content });
}

/** The last step: which pages, which permissions, or not. */
export function sendQuestion(res: Response, { user, choices, fixed }: Question, address: Address): void {
  const content = html`<h1>${app} wants to manage your Pages</h1>
    <p>${user.name}</p>
    <form method="post" action="${address(user.id)}">
      ${
        user.pages.length === 0
          ? html`<p>You have no Page.</p>`
          : html`<fieldset>
              <legend>The Pages that ${app} may access</legend>
              ${user.pages.map(({ id, name }) => checkbox('page', id, name))}
            </fieldset>`
      }
      <fieldset>
        <legend>What ${app} is allowed to do</legend>
        ${fixed.map((permission) => html`<p>${meaningOf(permission)}</p>`)}
        ${choices.map((permission) => checkbox('scope', permission, meaningOf(permission)))}
      </fieldset>
      <p class="actions">
        <button name="decision" value="allow" class="primary">Continue</button>
        <button name="decision" value="deny">Cancel</button>
      </p>
    </form>
    <p><a href="${address()}">Not ${user.name}?</a></p>
    ${standIn}`;
  sendPage(res, { title: `Access for ${app}`, content, leadsElsewhere: true });
}

/** Shows the user the page for an app that asks wrongly. */
export function sendRefusal(res: Response, message: string): void {
  const content = html`<h1>Sorry, something went wrong</h1>
    <p>${message}</p>`;
  sendPage(res, { title: 'Error', content }, 400);
}

const standIn = html`<p class="fine">
  This stands in for Facebook's dialog. The people exist in the sandbox only, and need no password.
</p>`;

function checkbox(name: string, value: string, text: string): Html {
  return html`<p>
    <label
      ><input type="checkbox" name="${name}" value="${value}" checked />
      <span>${text} <code class="fine">${value}</code></span></label
    >
  </p>`;
}

function describe(pages: readonly Page[]): string {
  if (pages.length === 0) return 'no Page';
  return pages.length === 1 ? '1 Page' : `${pages.length} Pages`;
}

function meaningOf(permission: string): string {
  return isPermission(permission) ? meanings[permission] : permission;
}
