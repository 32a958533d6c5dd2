import { mediaUrlTypes } from '../../domain/assignment';
import { checkPayload } from '../../domain/payload';
import type { FieldErrors, Payload, PayloadCheck } from '../../domain/payload';
import { mediaKindOf, mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { OutboundAllow } from '../../lib/safeFetch/allow';
import { judgeUrl } from '../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../lib/safeFetch/OutboundError';
import type { Platform } from '../../platforms/Platform';
import { invalid } from '../http/errors';
import type { CreateAssignmentBody } from './schema';

/**
 * Checks a request against what its platform takes and where its URLs lead (contract.md §2).
 * @returns the payload to publish: listed fields only, defaults filled in
 * @throws ApiError 400 naming all that is wrong
 */
export function checkRules(platform: Platform, request: CreateAssignmentBody, allow: OutboundAllow): Payload {
  const { payload, errors } = judgeRules(platform, request, allow);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return payload;
}

/** What `checkRules` finds, without a refusal: `errors` names all that is wrong. */
export function judgeRules(platform: Platform, request: CreateAssignmentBody, allow: OutboundAllow): PayloadCheck {
  const { type } = request;
  const publisher = platform.publishers.get(type);
  if (!publisher) {
    const offered = [...platform.publishers.keys()].join(', ');
    return {
      payload: {},
      errors: { type: [`is not offered by ${platform.name}, which takes: ${offered}`] },
      ignored: [],
    };
  }
  const { capabilities } = publisher;
  const check = checkPayload(capabilities.payloadFields, request.payload);
  const fitsItsFields = Object.keys(check.errors).length === 0;
  const errors: FieldErrors = {
    ...check.errors,
    ...(fitsItsFields && publisher.checkPayload(check.payload)),
    ...mediaFaults(capabilities, request),
    ...urlFaults('mediaUrl', request.mediaUrl, allow),
    ...urlFaults('callbackUrl', request.callbackUrl, allow),
  };
  return { ...check, errors };
}

function mediaFaults(capabilities: ContentTypeCapabilities, request: CreateAssignmentBody): FieldErrors {
  const { slug } = capabilities;
  const { mediaUrl, mediaContentType, mediaSizeBytes } = request;
  const faults: FieldErrors = {};
  const kinds = mediaKindsOf(capabilities);
  if (mediaUrl === null && mediaUrlTypes.includes(slug)) faults.mediaUrl = ['is required'];
  if (mediaContentType !== null && kinds.length > 0 && !mediaKindOf(capabilities, mediaContentType)) {
    faults.mediaContentType = [`must be ${kinds.map((kind) => `${kind}/*`).join(' or ')} for the type ${slug}`];
  }
  const { maxFileSizeBytes } = mediaLimitsOf(capabilities, mediaContentType);
  if (mediaSizeBytes !== null && maxFileSizeBytes !== null && mediaSizeBytes > maxFileSizeBytes) {
    faults.mediaSizeBytes = [`must be at most ${maxFileSizeBytes} for the type ${slug}`];
  }
  return faults;
}

/** Judges an address by its text alone; the addresses that its name resolves to are judged when they are dialled. */
function urlFaults(field: string, url: string | null, allow: OutboundAllow): FieldErrors {
  if (url === null) return {};
  const judged = judgeUrl(url, allow);
  return judged instanceof OutboundError ? { [field]: [judged.message] } : {};
}
