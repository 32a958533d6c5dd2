import { Refused } from '../errors';

/** A Content-Range of the resumable protocol. `totalBytes` undefined: written `*`, not known yet. */
export type ContentRange =
  | { readonly kind: 'query'; readonly totalBytes: number | undefined }
  | { readonly kind: 'bytes'; readonly first: number; readonly last: number; readonly totalBytes: number | undefined };

/** Reads `bytes a-b/N`, where `*` may stand for the range (a query) and for the total (unknown). Throws 400 for anything else. */
export function parseContentRange(header: string): ContentRange {
  const [, first, last, total] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(header.trim()) ?? [];
  if (total === undefined) throw badUpload('Failed to parse Content-Range header.');
  const totalBytes = total === '*' ? undefined : Number(total);
  if (first === undefined) return { kind: 'query', totalBytes };
  const range = { kind: 'bytes', first: Number(first), last: Number(last), totalBytes } as const;
  if (range.first > range.last || range.last >= (totalBytes ?? Infinity))
    throw badUpload('Failed to parse Content-Range header.');
  return range;
}

/** A 400 in the upload server's own words: plain text, no JSON (reference §2.1). */
export function badUpload(message: string): Refused {
  return new Refused({ status: 400, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: message });
}
