import { mediaUrlTypes } from '../../domain/assignment';
import type { FieldErrors, PayloadCheck } from '../../domain/payload/payload';
import { sizeFault } from '../../domain/media';
import { mediaFormatsOf, mediaKindOf, mediaKindsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Platform } from '../../platforms/Platform';
import { judgePayload } from './judgePayload';
import { addressFault, mediaFault, uploadFault } from './mediaReach';
import type { MediaReach } from './mediaReach';
import type { CreateAssignmentInput } from './schema';

/**
 * Judges a request by the rules of its platform and by the targets of its URLs (contract.md §2).
 * @returns the payload to publish, of listed fields only, defaults filled in; the dropped names; and every fault
 */
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
    ...callbackFaults(request.callbackUrl, request),
  };
  return { ...check, errors };
}

/** Nobody hears of events and statuses without an address (contract.md §5). @param asked null or undefined: not asked */
export function callbackFaults(
  callbackUrl: string | null,
  asked: { [Field in 'callbackEvents' | 'callbackStatuses']?: CreateAssignmentInput[Field] | undefined },
): FieldErrors {
  if (callbackUrl !== null) return {};
  const { callbackEvents, callbackStatuses } = asked;
  const given = Object.entries({ callbackEvents, callbackStatuses }).filter(([, list]) => list);
  return Object.fromEntries(given.map(([field]) => [field, ['needs a callbackUrl']]));
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
