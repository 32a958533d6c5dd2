import { openBrowser } from './pages.mjs';
import { request } from './request.mjs';

/**
 * Connects a channel of the sandbox as its owner does: with a ticket, in a browser, on the platform's consent page.
 * @param {{apiUrl: string, sandbox: {url: string}}} place
 * @param {string} apiKey
 * @param {object} channel
 * @param {string} channel.platform
 * @param {string} channel.account the name under which the consent page offers the channel
 * @param {string} channel.consent the button of the consent page
 * @param {string[]} channel.features what its owner is asked for beside publishing
 * @returns {Promise<string>} the connection's id
 * @throws {Error} with the reason the service gives, when there is no connection in the end
 */
export async function connectChannel({ apiUrl, sandbox }, apiKey, { platform, account, consent, features }) {
  const order = { platform, features, redirectUrl: `${sandbox.url}/` };
  const { authUrl } = await request(`${apiUrl}/api/v1/oauth/tickets`, apiKey, order);
  const browser = openBrowser();
  const question = await browser.follow(await browser.visit(authUrl), account);
  const { url } = await browser.press(question, consent);
  const outcome = new URL(url).searchParams;
  const connectionId = outcome.get('connectionId');
  if (connectionId === null) throw new Error(`The channel was not connected: ${outcome.get('error')}.`);
  return connectionId;
}
