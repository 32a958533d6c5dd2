import { OAuthTicket } from '../../models/OAuthTicket';
import type { Ticket } from '../../models/OAuthTicket';
import type { Platform } from '../../platforms/Platform';
import type { AppDeps } from '../deps';
import { invalid, notFound } from '../http/errors';

/** @throws ApiError 404 for a platform that this build does not have */
export function requirePlatform({ platforms }: Pick<AppDeps, 'platforms'>, slug: string): Platform {
  const platform = platforms.get(slug);
  if (!platform) throw notFound('platform');
  return platform;
}

/** @throws ApiError 400: an unknown ticket names no address to send the browser to */
export async function requireTicket(id: string): Promise<Ticket> {
  const ticket = await OAuthTicket.find(id);
  if (!ticket) throw invalid({ ticket: ['is not known'] });
  return ticket;
}
