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
