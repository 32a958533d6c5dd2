import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { invalid } from '../http/errors';

/** @throws ApiError 400: an unknown ticket names no address to send the browser to */
export async function requireTicket(id: string): Promise<Ticket> {
  const ticket = await OAuthTicket.find(id);
  if (!ticket) throw invalid({ ticket: ['is not known'] });
  return ticket;
}
