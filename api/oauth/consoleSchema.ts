import { z } from 'zod';
import { featureNames } from '../../domain/consent/feature';
import { shownTicketStatuses, ticketErrors } from '../../domain/ticket';
import { Timestamp } from '../http/fields';
import { ConnectionId, exampleIds, TicketId } from '../http/ids';
import { CreateTicketInput, Ticket } from './schema';

export const ConnectUrlInput = CreateTicketInput.pick({ platform: true, connectionId: true, features: true });
export const ConnectUrlBody = { id: 'ConnectUrlBody', example: { platform: 'youtube' } };

export const ConnectUrl = z
  .strictObject({
    ticketId: TicketId,
    url: Ticket.shape.authUrl,
    expiresAt: Timestamp.meta({ description: 'Until when it can be opened' }),
  })
  .meta({
    id: 'ConnectUrl',
    example: {
      ticketId: exampleIds.ticket,
      url: `https://api.example/api/v1/oauth/youtube/authorize?ticket=${exampleIds.ticket}`,
      expiresAt: '2026-12-01T09:05:00.000Z',
    },
  });
export type ConnectUrl = z.infer<typeof ConnectUrl>;

export const TicketProgress = z
  .strictObject({
    status: z.enum(shownTicketStatuses).meta({ description: '`consumed`: the browser is on its way' }),
    connectionId: ConnectionId.nullable().meta({ description: 'What it has made or updated; null until `completed`' }),
    missing: z.array(z.enum(featureNames)).meta({ description: 'Features that were asked for and not granted' }),
    error: z.enum(ticketErrors).nullable().meta({ description: 'Null unless `failed` or `expired`' }),
    reason: z.string().nullable().meta({
      description: 'What the owner can do about the error, for people; null where there is nothing to say',
    }),
  })
  .meta({
    id: 'TicketProgress',
    example: {
      status: 'completed',
      connectionId: exampleIds.connection,
      missing: [],
      error: null,
      reason: null,
    },
  });
export type TicketProgress = z.infer<typeof TicketProgress>;
