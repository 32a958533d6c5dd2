import type { RefusalReason } from '../../api/http/errors';
import { ApiFault } from '../http/ApiFault';
import { credits } from './amounts';

/** A refusal in words: what is the matter, and what to do. */
export interface FaultWords {
  title: string;
  advice: string;
}

const unanswered: FaultWords = {
  title: 'The service does not answer',
  advice: 'Check your connection to the network, then try again. Nothing that you typed is lost.',
};

const known: Readonly<Record<string, FaultWords>> = {
  OFFLINE: unanswered,
  LATE: unanswered,
  PART: {
    title: 'This part of the page cannot be loaded',
    advice:
      'Check your connection to the network, then try again. If it stays, reload the page: there may be a newer version of it.',
  },
  REPLACED: {
    title: 'There is a newer version of this page',
    advice: 'It is loaded when you try again after all is sent.',
  },
  UNAUTHORIZED: { title: 'Your session has ended', advice: 'Log in again to go on.' },
  NOT_FOUND: { title: 'There is nothing here', advice: 'It was removed, or it belongs to another organization.' },
  PAYLOAD_TOO_LARGE: { title: 'This is too large', advice: 'Send less, or remove uploads that you no longer need.' },
};

/** The matter of refusals of which the API says best what to do: how long to wait, and for whom. */
const titles: Readonly<Record<string, string>> = {
  FORBIDDEN: 'This is not allowed',
  RATE_LIMITED: 'Too many requests',
  UNAVAILABLE: 'This could not be finished now',
};

/** Refusals of which the page knows more than the API: all that the user may do comes from their role. */
const reasons: Readonly<Record<RefusalReason, FaultWords>> = {
  action_not_allowed: {
    title: 'Your role does not allow this',
    advice: 'Ask an owner or an admin of your organization to do it, or to change your role.',
  },
};

/** Puts any error into words for people. */
export function faultWords(error: unknown): FaultWords {
  if (!(error instanceof ApiFault)) return { title: 'Something went wrong in this page', advice: 'Reload it.' };
  const { code, message, details, requestId, status, reason } = error;
  if (code === 'INSUFFICIENT_CREDITS') {
    const [required, balance] = [Number(details['required']), Number(details['balance'])];
    return {
      title: 'Not enough credits',
      advice: `This needs ${credits(required)}, and ${credits(balance)} ${balance === 1 ? 'is' : 'are'} left. An owner or an admin can buy credits under Billing, or raise a limit. The next cycle brings more, too.`,
    };
  }
  if (reason !== null && isKnown(reason)) return reasons[reason];
  if (status >= 500 && code === 'INTERNAL') {
    return {
      title: 'The service has a fault',
      advice: `Try again. If it stays, tell the operator this request: ${requestId ?? 'unknown'}.`,
    };
  }
  const faults = Object.entries(error.fieldErrors).map(([field, fault]) => `${field}: ${fault}`);
  return (
    known[code] ?? { title: titles[code] ?? 'This was refused', advice: faults.length > 0 ? faults.join(' ') : message }
  );
}

function isKnown(reason: string): reason is RefusalReason {
  return Object.hasOwn(reasons, reason);
}
