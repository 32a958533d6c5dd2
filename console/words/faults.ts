import { ApiFault } from '../http/ApiFault';

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
  FORBIDDEN: {
    title: 'Your role does not allow this',
    advice: 'Ask an owner or an admin of your organization to do it, or to change your role.',
  },
  NOT_FOUND: { title: 'There is nothing here', advice: 'It was removed, or it belongs to another organization.' },
  RATE_LIMITED: { title: 'Too many requests', advice: 'Wait a moment, then try again.' },
  UNAVAILABLE: { title: 'The service is busy', advice: 'Wait a moment, then try again.' },
  PAYLOAD_TOO_LARGE: { title: 'This is too large', advice: 'Send less, or remove uploads that you no longer need.' },
};

/** Puts any error into words for people. */
export function faultWords(error: unknown): FaultWords {
  if (!(error instanceof ApiFault)) return { title: 'Something went wrong in this page', advice: 'Reload it.' };
  const { code, message, details, requestId, status } = error;
  if (code === 'INSUFFICIENT_CREDITS') {
    const { required, balance } = details;
    return {
      title: 'Not enough credits',
      advice: `This needs ${String(required)} credits, and ${String(balance)} are left. Buy credits under Billing, wait for the next cycle, or ask for a higher limit.`,
    };
  }
  if (status >= 500 && code === 'INTERNAL') {
    return {
      title: 'The service has a fault',
      advice: `Try again. If it stays, tell the operator this request: ${requestId ?? 'unknown'}.`,
    };
  }
  const faults = Object.entries(error.fieldErrors).map(([field, fault]) => `${field}: ${fault}`);
  return known[code] ?? { title: 'This was refused', advice: faults.length > 0 ? faults.join(' ') : message };
}
