import { z } from 'zod';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { notFound } from '../http/errors';
import { TicketId } from '../http/ids';
import { defineUseCase } from '../useCase';

const noSuchTicket = notFound('ticket');

export const getTicketStatus = defineUseCase({
  name: 'getTicketStatus',
  action: 'connection.read',
  summary: 'How far the connecting of a channel is',
  description: 'Of a ticket of the organization, or one that was made with the API key of the workspace.',
  input: z.object({ ticketId: TicketId }),
  refuses: [noSuchTicket],
  run: async ({ principal: { tenant } }, { ticketId }) => {
    const ticket = await OAuthTicket.ofTenant(tenant, ticketId);
    if (!ticket) throw noSuchTicket.error();
    return ticket;
  },
});
