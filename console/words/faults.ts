import type { RefusalReason } from '../../api/http/errors';
import { ApiFault } from '../http/ApiFault';
import { texts } from '../texts/faults';

/** A refusal in words: the matter, and the next step. */
export interface FaultWords {
  title: string;
  advice: string;
}

const known: Readonly<Record<string, FaultWords>> = texts.known;
const titles: Readonly<Record<string, string>> = texts.titles;

/** Refusals of which the page knows more than the API: the role of the user, and the place to allow a feature. */
const reasons: Readonly<Record<RefusalReason, FaultWords>> = {
  action_not_allowed: { title: texts.roleTitle, advice: texts.roleAdvice },
  feature_missing: { title: texts.featureTitle, advice: texts.featureAdvice },
};

/** Puts any error into words for people. */
export function faultWords(error: unknown): FaultWords {
  if (!(error instanceof ApiFault)) return { title: texts.pageTitle, advice: texts.pageAdvice };
  const { code, message, details, requestId, status, reason } = error;
  if (code === 'INSUFFICIENT_CREDITS') {
    const [required, balance] = [Number(details['required']), Number(details['balance'])];
    return { title: texts.creditsTitle, advice: texts.creditsAdvice(required, balance) };
  }
  if (reason !== null && isKnown(reason)) return reasons[reason];
  if (status >= 500 && code === 'INTERNAL') {
    return { title: texts.serviceTitle, advice: texts.serviceAdvice(requestId ?? texts.requestUnknown) };
  }
  const faults = Object.entries(error.fieldErrors).map(([field, fault]) => `${field}: ${fault}`);
  return (
    known[code] ?? {
      title: titles[code] ?? texts.rejectedTitle,
      advice: faults.length > 0 ? faults.join(' ') : message,
    }
  );
}

function isKnown(reason: string): reason is RefusalReason {
  return Object.hasOwn(reasons, reason);
}
