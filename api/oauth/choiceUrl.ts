import type { Ticket } from '../../models/oauth/OAuthTicket';

/** The page on which the owner chooses a channel. The ticket's id is no secret: only its browser is let in. */
export function choiceUrl(baseUrl: string, { id, platform }: Pick<Ticket, 'id' | 'platform'>): string {
  return `${baseUrl}/api/v1/oauth/${platform}/choose?ticket=${id}`;
}
