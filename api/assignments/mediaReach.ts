import { formatFault, sizeFault } from '../../domain/media';
import { mediaKindOf, mediaKindsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { uploadedMediaUrl, uploadSessionOf, uploadSessionsPath } from '../../domain/uploadSession';
import type { OutboundAllow } from '../../lib/safeFetch/allow';
import { judgeUrl } from '../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../lib/safeFetch/OutboundError';
import type { Assignment } from '../../models/assignments/Assignment';
import type { Transaction } from '../../models/database/transaction';
import type { Tenant } from '../../models/database/Tenant';
import { UploadUse } from '../../models/uploads/UploadUse';
import type { UsableUpload } from '../../models/uploads/UploadUse';
import type { BaseDeps } from '../deps';

/** The places of a request's media: public addresses, and files that its workspace has uploaded. */
export interface MediaReach {
  readonly allow: OutboundAllow;
  readonly baseUrl: string;
  readonly uploads: ReadonlyMap<string, UsableUpload>;
  /** For a change: the sessions of the assignment's present files, by their addresses in the assignment. */
  readonly kept?: ReadonlyMap<string, string>;
}

/** The parts of a request that may name media. */
interface MediaNames {
  readonly mediaUrl: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The reach of a request, by the files that are there now. */
export async function reachOf(deps: Pick<BaseDeps, 'config'>, tenant: Tenant, named: MediaNames): Promise<MediaReach> {
  return { ...publicReach(deps), uploads: await claimable(tenant, uploadsNamed(deps, named)) };
}

/**
 * The reach of a change to an assignment, whose row the transaction holds. Kept files are known by the references of
 * the assignment, not by their host: a change of BASE_URL takes no file away (docs/decisions/0024-upload-sessions.md).
 */
export async function reachOfChange(
  deps: Pick<BaseDeps, 'config'>,
  tenant: Tenant,
  { before, change }: { before: Assignment; change: Record<string, unknown> | undefined },
  transaction: Transaction,
): Promise<MediaReach> {
  const { mediaUrl, payload } = before;
  const kept = await keptBy(before, transaction);
  const named = uploadsNamed(deps, { mediaUrl, payload: { ...payload, ...change } });
  return { ...publicReach(deps), kept, uploads: await claimable(tenant, [...named, ...kept.values()], transaction) };
}

async function keptBy(before: Assignment, transaction: Transaction): Promise<Map<string, string>> {
  const uploaded = addressesIn(before).flatMap((url) => {
    const id = uploadSessionOf(url);
    return id === null ? [] : [[url, id] as const];
  });
  const ids = uploaded.map(([, id]) => id);
  const used = await UploadUse.ofThese(before, ids, transaction);
  return new Map(uploaded.filter(([, id]) => used.includes(id)));
}

async function claimable(
  tenant: Tenant,
  ids: readonly string[],
  transaction?: Transaction,
): Promise<Map<string, UsableUpload>> {
  const found = await UploadUse.claimable(tenant, ids, transaction);
  return new Map(found.map((upload) => [upload.id, upload]));
}

function publicReach({ config: { baseUrl, outboundAllow: allow } }: Pick<BaseDeps, 'config'>): MediaReach {
  return { allow, baseUrl, uploads: new Map() };
}

/** The ids of the sessions whose files a request names, whether they exist or not. */
function uploadsNamed({ config: { baseUrl } }: Pick<BaseDeps, 'config'>, named: MediaNames): string[] {
  return addressesIn(named).flatMap((url) => uploadNamed(url, baseUrl) ?? []);
}

/** All strings that may be addresses. */
function addressesIn({ mediaUrl, payload }: MediaNames): string[] {
  const values = [mediaUrl, ...Object.values(payload).flat()];
  return values.flatMap(partsOf).filter((value) => typeof value === 'string');
}

function partsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [value];
}

/** The fault of the URL of a medium, by its text and by the uploads that are there. */
export function mediaFault(url: string, reach: MediaReach): string | undefined {
  if (reach.kept?.has(url)) return undefined;
  if (!url.startsWith(reach.baseUrl + uploadSessionsPath)) return addressFault(url, reach.allow);
  return uploadAt(url, reach) ? undefined : 'must be the mediaUrl of a complete upload session of this workspace';
}

/** The fault of an uploaded file. Its content is known, so a file that does not fit the type is refused at once. */
export function uploadFault(capabilities: ContentTypeCapabilities, url: string, reach: MediaReach): string | undefined {
  const upload = uploadAt(url, reach);
  if (!upload || mediaKindsOf(capabilities).length === 0) return undefined;
  const { mediaContentType: format, mediaSizeBytes: sizeBytes } = upload;
  if (!mediaKindOf(capabilities, format)) return formatFault(format, capabilities).seen;
  return sizeFault({ format, sizeBytes }, capabilities);
}

/** The fault of a URL that names no upload. The addresses of its host name are judged when they are dialled. */
export function addressFault(url: string, allow: OutboundAllow): string | undefined {
  const judged = judgeUrl(url, allow);
  return judged instanceof OutboundError ? judged.message : undefined;
}

/** The uploaded file that a URL names; undefined for all other URLs, and for a file that was removed. */
export function uploadAt(url: string | null, { baseUrl, uploads, kept }: MediaReach): UsableUpload | undefined {
  return url === null ? undefined : uploads.get(kept?.get(url) ?? uploadNamed(url, baseUrl) ?? '');
}

/** The upload sessions of these media, also a kept session that was removed: its run then knows the missing file. */
export function uploadsOf(mediaUrls: readonly string[], reach: MediaReach): string[] {
  return [...new Set(mediaUrls.flatMap((url) => reach.kept?.get(url) ?? uploadAt(url, reach)?.id ?? []))];
}

function uploadNamed(url: string, baseUrl: string): string | null {
  const id = uploadSessionOf(url);
  return id !== null && url === uploadedMediaUrl(baseUrl, id) ? id : null;
}
