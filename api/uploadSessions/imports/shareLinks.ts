import { parseUrl } from '../../../domain/parseUrl';

/** An id of Google Drive, or a key that belongs to one. */
const driveId = String.raw`[\w-]{10,}`;
const driveFile = new RegExp(String.raw`^/file/(?:u/\d+/)?d/(${driveId})(?:/|$)`);
const driveHosts: readonly string[] = ['drive.google.com', 'docs.google.com'];
const dropboxHosts: readonly string[] = ['dropbox.com', 'www.dropbox.com'];

/**
 * The address of the file itself behind a public share link of Google Drive or Dropbox; any other address as it is. Such
 * links lead to pages that show a file. A warning of the host is not gone round: a page in place of the file is refused.
 * Pure.
 */
export function directAddress(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  if (driveHosts.includes(url.hostname)) return ofDrive(url) ?? text;
  if (dropboxHosts.includes(url.hostname)) return ofDropbox(url) ?? text;
  return text;
}

/** `/file/d/<id>/view`, `/open?id=<id>`, `/uc?id=<id>`; files of before 2021 have a key beside their id. */
function ofDrive({ pathname, searchParams }: URL): string | null {
  const inQuery = ['/open', '/uc'].includes(pathname) ? searchParams.get('id') : null;
  const id = driveFile.exec(pathname)?.[1] ?? inQuery;
  if (id === null || !new RegExp(`^${driveId}$`).test(id)) return null;
  const query = new URLSearchParams({ export: 'download', id });
  const key = searchParams.get('resourcekey');
  if (key !== null) query.set('resourcekey', key);
  return `https://drive.google.com/uc?${query.toString()}`;
}

/** `dl=1` gives the file in place of its page (Dropbox, "Force a file or folder to download"). */
function ofDropbox(url: URL): string | null {
  if (!/^\/(?:s|scl)\//.test(url.pathname)) return null;
  const direct = new URL(url);
  direct.searchParams.delete('raw');
  direct.searchParams.set('dl', '1');
  return direct.href;
}
