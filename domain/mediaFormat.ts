import { fileTypeFromBuffer } from 'file-type';
import { readMediaType, subRip, webPage } from './mediaType';

/** Enough for every signature that `file-type` knows. */
export const signatureBytes = 4100;

/**
 * The media type that the first bytes of a file say; null for an unknown format. A web page is told, too: sources serve
 * web pages in place of media.
 */
export async function formatOf(firstBytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(firstBytes);
  if (found) return readMediaType(found.mime);
  if (subRipBeginning.test(textOf(firstBytes))) return subRip;
  return isWebPage(firstBytes) ? webPage : null;
}

/** The number and the times of the first caption, behind a BOM and empty lines. */
const subRipBeginning = /^(?:\xef\xbb\xbf)?\s*\d+[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/;

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, signatureBytes)).toString('latin1');
}

/** As browsers tell it (WHATWG MIME Sniffing §7.1): a tag with which a page may begin, behind white space and a BOM. */
const pageBeginnings =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >-]/i;

function isWebPage(firstBytes: Uint8Array): boolean {
  return pageBeginnings.test(textOf(firstBytes));
}
