import { ticketErrors } from '../../../domain/ticket';
import type { TicketError } from '../../../domain/ticket';
import { readText, readWord } from '../../parts/readText';

/** The parameters in the address when a consent has ended (contract.md §4). */
export interface Landing {
  status?: 'success' | 'error';
  connectionId?: string;
  error?: TicketError;
}

export function readLanding(given: Record<string, unknown>): Landing {
  const status = readWord(given['status'], ['success', 'error'] as const);
  const error = readWord(given['error'], ticketErrors);
  return { ...(status && { status }), ...readText(given, 'connectionId'), ...(error && { error }) };
}

interface LandingWords {
  cause: string;
  /** Where the service knows no better one. */
  advice: string;
}

/** Why a consent made no connection, and what to do. */
export const landingWords: Readonly<Record<TicketError, LandingWords>> = {
  access_denied: {
    cause: 'The access was not granted.',
    advice: 'To publish there, connect again and allow it.',
  },
  ticket_expired: {
    cause: 'It took too long: a consent has to be given within 15 minutes.',
    advice: 'Connect again.',
  },
  invalid_ticket: { cause: 'The link was used before, or in another browser.', advice: 'Connect again.' },
  platform_error: { cause: 'The platform could not connect the channel.', advice: 'Connect again in a moment.' },
};
