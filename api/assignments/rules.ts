import { mediaUrlTypes } from '../../domain/assignment';
import type { FieldErrors, Payload, PayloadCheck } from '../../domain/payload';
import { mediaFormatsOf, mediaKindOf, mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { OutboundAllow } from '../../lib/safeFetch/allow';
import type { Platform } from '../../platforms/Platform';
import { invalid } from '../http/errors';
import { judgePayload, urlFaults } from './judgePayload';
import type { CreateAssignmentInput } from './schema';

/**
 * Checks a request against what its platform takes and where its URLs lead (contract.md §2).
 * @returns the payload to publish: listed fields only, defaults filled in
 * @throws ApiError 400 naming all that is wrong
 */
export function checkRules(platform: Platform, request: CreateAssignmentInput, allow: OutboundAllow): Payload {
  const { payload, errors } = judgeRules(platform, request, allow);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return payload;
}

/** What `checkRules` finds, without a refusal: `errors` names all that is wrong. */
export function judgeRules(platform: Platform, request: CreateAssignmentInput, allow: OutboundAllow): PayloadCheck {
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
  const check = judgePayload(publisher, request.payload, allow);
  const errors: FieldErrors = {
    ...check.errors,
    ...mediaFaults(capabilities, request),
    ...urlFaults('mediaUrl', request.mediaUrl, allow),
    ...urlFaults('callbackUrl', request.callbackUrl, allow),
  };
  return { ...check, errors };
}

function mediaFaults(capabilities: ContentTypeCapabilities, request: CreateAssignmentInput): FieldErrors {
  const { slug } = capabilities;
  const { mediaUrl, mediaContentType, mediaSizeBytes } = request;
  const faults: FieldErrors = {};
  const kinds = mediaKindsOf(capabilities);
  if (mediaUrl === null && mediaUrlTypes.includes(slug)) faults.mediaUrl = ['is required'];
  if (mediaContentType !== null && kinds.length > 0 && !mediaKindOf(capabilities, mediaContentType)) {
    faults.mediaContentType = [`must be ${mediaFormatsOf(capabilities).join(' or ')} for the type ${slug}`];
  }
  const { maxFileSizeBytes } = mediaLimitsOf(capabilities, mediaContentType);
  if (mediaSizeBytes !== null && maxFileSizeBytes !== null && mediaSizeBytes > maxFileSizeBytes) {
    faults.mediaSizeBytes = [`must be at most ${maxFileSizeBytes} for the type ${slug}`];
  }
  return faults;
}
