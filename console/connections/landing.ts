import { ticketErrors } from '../../domain/ticket';
import type { TicketError } from '../../domain/ticket';
import { readText, readWord } from '../app/readText';

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

/** Why a consent made no connection, and what to do. */
export const landingWords: Readonly<Record<TicketError, string>> = {
  access_denied: 'The access was not granted. To publish there, connect again and allow it.',
  ticket_expired: 'It took too long: a consent has to be given within 15 minutes. Connect again.',
  invalid_ticket: 'The link was used before, or in another browser. Connect again.',
  platform_error: 'The platform could not connect the channel. Connect again in a moment.',
};
