import type { Reply } from '../../support/servers/sandbox';
import { send } from '../../support/servers/sandbox';
import type { FacebookSandbox } from '../../support/platforms/facebookSandbox';

/** Sends a form, as a platform does. */
export async function sendForm(url: string, fields: Record<string, string>): Promise<Reply> {
  return send('POST', url, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** A person removes the app in the settings of the sandbox's Facebook, or asks there for the deletion of data. @returns the page */
export async function decide(sandbox: FacebookSandbox, user: string, decision: 'remove' | 'delete'): Promise<string> {
  return (await sendForm(`${sandbox.url}/settings/apps`, { user, decision })).text;
}
