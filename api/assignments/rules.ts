import { mediaUrlTypes } from '../../domain/assignment';
import type { FieldErrors, PayloadCheck } from '../../domain/payload';
import { sizeFault } from '../../domain/media';
import { mediaFormatsOf, mediaKindOf, mediaKindsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Platform } from '../../platforms/Platform';
import { invalid } from '../http/errors';
import { judgePayload } from './judgePayload';
import { addressFault, mediaFault, uploadFault } from './mediaReach';
import type { MediaReach } from './mediaReach';
import type { CreateAssignmentInput } from './schema';

/**
 * Checks a request against what its platform takes and where its URLs lead (contract.md §2).
 * @returns the payload to publish, of listed fields only, defaults filled in; and the names that were dropped
 * @throws ApiError 400 naming all that is wrong
 */
export function checkRules(
  platform: Platform,
  request: CreateAssignmentInput,
  reach: MediaReach,
): Pick<PayloadCheck, 'payload' | 'ignored'> {
  const { payload, errors, ignored } = judgeRules(platform, request, reach);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { payload, ignored };
}

/** The findings of `checkRules`, without a refusal: `errors` names all that is wrong. */
export function judgeRules(platform: Platform, request: CreateAssignmentInput, reach: MediaReach): PayloadCheck {
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
  const check = judgePayload(publisher, request.payload, reach);
  const errors: FieldErrors = {
    ...check.errors,
    ...mediaFaults(capabilities, request),
    ...urlFaults(
      'mediaUrl',
      request.mediaUrl,
      (url) => mediaFault(url, reach) ?? uploadFault(capabilities, url, reach),
    ),
    ...urlFaults('callbackUrl', request.callbackUrl, (url) => addressFault(url, reach.allow)),
  };
  return { ...check, errors };
}

function urlFaults(field: string, url: string | null, judge: (url: string) => string | undefined): FieldErrors {
  const fault = url === null ? undefined : judge(url);
  return fault === undefined ? {} : { [field]: [fault] };
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
  const tooLarge = sizeFault({ format: mediaContentType, sizeBytes: mediaSizeBytes }, capabilities);
  if (tooLarge !== undefined) faults.mediaSizeBytes = [tooLarge];
  return faults;
}
