import type { Payload } from '../../domain/payload/payload';
import { urlsOf } from '../../domain/payload/payloadUrls';
import type { ImageLimits } from '../../domain/media';
import type { Publisher } from '../../platforms/Publisher';

export interface NamedPicture {
  field: string;
  url: string;
  limits: ImageLimits;
}

/** The picture that a payload names beside the media of its post, if it names one. Pure. */
export function pictureOf({ extras }: Publisher, payload: Payload): NamedPicture | undefined {
  const { field, limits } = extras?.picture ?? {};
  const url = field === undefined ? undefined : payload[field];
  return field !== undefined && limits && typeof url === 'string' ? { field, url, limits } : undefined;
}

/** The files of captions that a payload names, each with its place in the list. Pure. */
export function captionsOf(
  { extras, capabilities }: Publisher,
  payload: Payload,
): (NamedPicture & { place: string })[] {
  const { field: name, limits } = extras?.captions ?? {};
  const named = urlsOf(capabilities.payloadFields, payload).filter(({ field }) => field === name);
  return limits ? named.map(({ field, url, place }) => ({ field, url, place, limits })) : [];
}

/** The addresses of all files that a post is made of: an upload session may have each of them. Pure. */
export function filesOf(publisher: Publisher, named: { mediaUrl: string | null; payload: Payload }): string[] {
  const beside = urlsOf(publisher.capabilities.payloadFields, named.payload).filter(({ takesUpload }) => takesUpload);
  return [...new Set([...publisher.mediaUrls(named), ...beside.map(({ url }) => url)])];
}
