/** The sender of the service's mails. */
export interface Sender {
  name: string;
  address: string;
}

const address = String.raw`[^\s<>@"]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?`;
const plain = new RegExp(`^(${address})$`, 'i');
const named = new RegExp(`^([^<>"\\r\\n]*)<(${address})>$`, 'i');

/**
 * Reads `MAIL_FROM`.
 * @throws Error that names the form of the setting
 */
export function parseSender(text: string): Sender {
  const [, alone] = plain.exec(text.trim()) ?? [];
  if (alone !== undefined) return { name: '', address: alone };
  const [, name, given] = named.exec(text.trim()) ?? [];
  if (name === undefined || given === undefined)
    throw new Error('must be an email address such as no-reply@example.com, or a name and an address in <>');
  return { name: name.trim(), address: given };
}

/** The sender where none was named: the host of the links, or this machine. */
export function senderAt(baseUrl: string): Sender {
  const { hostname } = new URL(baseUrl);
  const isName = /^[a-z0-9.-]*[a-z]$/i.test(hostname);
  return { name: '', address: `no-reply@${isName ? hostname : 'localhost'}` };
}
