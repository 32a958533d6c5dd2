import { mediaUrlLengthMax } from '../../domain/limits';
import { pictureFormatFault, pictureSizeFault } from '../../domain/media';
import { checkPayload } from '../../domain/payload/payload';
import type { FieldErrors, Payload, PayloadCheck, PayloadField } from '../../domain/payload/payload';
import { urlsOf } from '../../domain/payload/payloadUrls';
import type { Publisher } from '../../platforms/Publisher';
import { webUrl } from '../http/fields';
import { captionsOf, filesOf, pictureOf } from './filesOf';
import { addressFault, mediaFault, uploadAt, uploadFault } from './mediaReach';
import type { MediaReach } from './mediaReach';

/** The lengths of URLs are rules of their fields. */
const WebUrl = webUrl(mediaUrlLengthMax);

/**
 * Checks a payload against every rule of its platform: the rules of its fields, and the targets of the URLs in it.
 * Create and PATCH judge by this function alone.
 */
export function judgePayload(publisher: Publisher, given: Record<string, unknown>, reach: MediaReach): PayloadCheck {
  const { capabilities } = publisher;
  const { payloadFields } = capabilities;
  const check = checkPayload(payloadFields, given);
  if (Object.keys(check.errors).length > 0) return check;
  const named = { mediaUrl: null, payload: check.payload };
  const files = filesOf(publisher, named);
  const media = publisher.mediaUrls(named);
  const faultOf = (url: string) => {
    if (!files.includes(url)) return addressFault(url, reach.allow);
    return mediaFault(url, reach) ?? (media.includes(url) ? uploadFault(capabilities, url, reach) : undefined);
  };
  const errors: FieldErrors = {
    ...capabilities.faultsOf?.(check.payload),
    ...besideFaults(publisher, check.payload, reach),
    ...urlFaultsOf(payloadFields, check.payload, faultOf),
  };
  return { ...check, errors };
}

/** The faults of uploaded files beside the media. Their content is known, so a file that cannot be set is refused at once. */
function besideFaults(publisher: Publisher, payload: Payload, reach: MediaReach): FieldErrors {
  const picture = pictureOf(publisher, payload);
  const named = [...(picture ? [{ ...picture, place: '' }] : []), ...captionsOf(publisher, payload)];
  const errors: FieldErrors = {};
  for (const { field, url, limits, place } of named) {
    const upload = uploadAt(url, reach);
    if (!upload) continue;
    const { mediaContentType, mediaSizeBytes } = upload;
    const faults = [pictureFormatFault(mediaContentType, limits), pictureSizeFault(mediaSizeBytes, limits)];
    const found = faults.filter((fault) => fault !== undefined).map((fault) => place + fault);
    if (found.length > 0) (errors[`payload.${field}`] ??= []).push(...found);
  }
  return errors;
}

function urlFaultsOf(
  fields: readonly PayloadField[],
  payload: Payload,
  faultOf: (url: string) => string | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, url, place } of urlsOf(fields, payload)) {
    const fault = formFault(url) ?? faultOf(url);
    if (fault !== undefined) (errors[`payload.${field}`] ??= []).push(place + fault);
  }
  return errors;
}

/** The fault in the form of a URL, which is judged first (contract.md §13). */
function formFault(url: string): string | undefined {
  const { error } = WebUrl.safeParse(url);
  return error && (error.issues[0]?.message ?? 'must be a URL');
}
