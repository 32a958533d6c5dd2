/**
 * The media types that the service knows. All other code asks here, so that a type has one name in all of its answers.
 * Names: the registry of IANA, and RFC 2046 §3 for the kinds.
 */

/** Pictures that platforms take. */
export const jpeg = 'image/jpeg';
export const png = 'image/png';
/** The example of the documentation, and of a file whose type nobody tells. */
export const mp4 = 'video/mp4';
/** Served in place of media where a page shows them. */
export const webPage = 'text/html';

/** Names under which programs send what the registry has under another one. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': jpeg,
  'image/pjpeg': jpeg,
  // Containers of videos that are registered as applications.
  'application/mxf': 'video/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/ogg': 'video/ogg',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realmedia',
};

/** The media type that a text names, in lower case and without parameters (contract.md §3); null for a text that names none. */
export function readMediaType(text: string): string | null {
  const [essence = ''] = text.split(';');
  const name = essence.trim().toLowerCase();
  if (!mediaTypeForm.test(name)) return null;
  return otherNames[name] ?? name;
}

/** `type/subtype` of RFC 9110 §8.3.1, in tokens of its §5.6.2. */
const mediaTypeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;
