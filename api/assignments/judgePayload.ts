import { checkPayload } from '../../domain/payload';
import type { FieldErrors, Payload, PayloadCheck, PayloadField } from '../../domain/payload';
import type { OutboundAllow } from '../../lib/safeFetch/allow';
import { judgeUrl } from '../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../lib/safeFetch/OutboundError';
import type { Publisher } from '../../platforms/Publisher';
import { webUrl } from '../http/fields';

const WebUrl = webUrl();

/**
 * Checks a payload against all that its platform takes: its fields, where the URLs in it lead, and the platform's own
 * rules. Create and PATCH judge by this alone.
 */
export function judgePayload(publisher: Publisher, given: Record<string, unknown>, allow: OutboundAllow): PayloadCheck {
  const { payloadFields } = publisher.capabilities;
  const check = checkPayload(payloadFields, given);
  if (Object.keys(check.errors).length > 0) return check;
  const errors: FieldErrors = {
    ...publisher.checkPayload(check.payload),
    ...urlFaultsOf(payloadFields, check.payload, allow),
  };
  return { ...check, errors };
}

/** Judges an address by its text alone; the addresses that its name resolves to are judged when they are dialled. */
export function urlFaults(field: string, url: string | null, allow: OutboundAllow): FieldErrors {
  const fault = url === null ? undefined : reachFault(url, allow);
  return fault === undefined ? {} : { [field]: [fault] };
}

function reachFault(url: string, allow: OutboundAllow): string | undefined {
  const judged = judgeUrl(url, allow);
  return judged instanceof OutboundError ? judged.message : undefined;
}

function urlFaultsOf(fields: readonly PayloadField[], payload: Payload, allow: OutboundAllow): FieldErrors {
  const faults = fields.flatMap(({ name, type, format }) => {
    const urls = format === 'url' ? [payload[name] ?? []].flat() : [];
    const found = urls.flatMap((url, index) => {
      const fault = urlFault(String(url), allow);
      return fault === undefined ? [] : [type === 'array' ? `item ${index + 1}: ${fault}` : fault];
    });
    return found.length === 0 ? [] : [[`payload.${name}`, found] as const];
  });
  return Object.fromEntries(faults);
}

/** Its form first (contract.md §13). */
function urlFault(url: string, allow: OutboundAllow): string | undefined {
  const { error } = WebUrl.safeParse(url);
  return error ? (error.issues[0]?.message ?? 'must be a URL') : reachFault(url, allow);
}
