import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.mjs';

const mailTimeoutMs = 30_000;

/**
 * @typedef {object} Person
 * @property {string} email
 * @property {string} password
 *
 * @typedef {{apiUrl: string, sandbox: {url: string}}} Place
 */

/**
 * Registers a person, under an email of its own if an earlier demo has taken the usual one.
 * @param {Place} place
 * @param {string} name
 * @returns {Promise<Person & {token: string}>}
 */
export async function register({ apiUrl }, name) {
  const user = name.toLowerCase();
  const password = randomBytes(9).toString('base64url');
  /** @param {string} email */
  const ask = async (email) => {
    const { token } = await request(`${apiUrl}/api/v1/auth/register`, undefined, { email, password, name });
    return { email, password, token };
  };
  return ask(`${user}@example.com`).catch(() => ask(`${user}.${randomBytes(3).toString('hex')}@example.com`));
}

/**
 * Invites a person to the first organization of the owner, and accepts with the link of the mail.
 * @param {Place} place
 * @param {string} ownerToken
 * @param {string} name
 * @returns {Promise<Person>}
 */
export async function inviteMember(place, ownerToken, name) {
  const { token, ...person } = await register(place, name);
  const auth = `${place.apiUrl}/api/v1/auth`;
  const { items } = await request(`${auth}/organizations`, ownerToken);
  const invitation = { email: person.email, role: 'member' };
  await request(`${auth}/organizations/${items[0].id}/invitations`, ownerToken, invitation);
  const link = await linkInMailTo(place, person.email);
  await request(`${auth}/invitations/${link.split('/').at(-1)}/accept`, token, {});
  return person;
}

/** @param {Place} place @param {string} email @returns {Promise<string>} */
async function linkInMailTo({ sandbox }, email) {
  const deadline = performance.now() + mailTimeoutMs;
  for (;;) {
    const { mails } = await request(`${sandbox.url}/_sandbox/mailbox`);
    const text = mails.findLast((/** @type {{to: string[]}} */ { to }) => to.includes(email))?.text ?? '';
    const [link] = /https?:\S+\/invitations\/\S+/.exec(text) ?? [];
    if (link !== undefined) return link;
    if (performance.now() > deadline) throw new Error(`No invitation was mailed within ${mailTimeoutMs / 1000} s.`);
    await sleep(100);
  }
}

/** The page on which a browser sees all mails. @param {string} sandboxUrl */
export function mailboxPage(sandboxUrl) {
  return `${sandboxUrl}/mailbox`;
}
