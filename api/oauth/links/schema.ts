import { z } from 'zod';
import { ticketErrors } from '../../../domain/ticket';
import { Timestamp } from '../../http/fields';
import { ConnectId, ConnectionId } from '../../http/ids';
import { PlatformSlug } from '../../platforms/schema';
import { TicketProgress } from '../consoleSchema';
import { CreateTicketInput } from '../schema';

export const ConnectChannelInput = CreateTicketInput.pick({ platform: true, features: true }).extend({
  connectionId: ConnectionId.nullable()
    .default(null)
    .meta({ description: 'An existing connection, to authorize its channel again' }),
});

export const ConnectChannel = z.strictObject({
  connectId: ConnectId,
  connectUrl: z.string().meta({ format: 'uri', description: 'For the person who owns the channel, for 30 minutes' }),
  expiresAt: Timestamp,
});

/** The longest wait for the end of a connecting, in seconds. */
export const waitSecondsMax = 25;

export const ConnectStatusInput = z.object({
  connectId: ConnectId,
  waitSeconds: z
    .int()
    .min(0)
    .max(waitSecondsMax)
    .default(0)
    .meta({ description: 'How long to wait for the end, at most; the answer comes as soon as it has ended' }),
});

export const ConnectStatus = z.strictObject({
  connectId: ConnectId,
  platform: PlatformSlug,
  ...TicketProgress.shape,
});

/** The secret of a link, in its path. */
export const LinkSecret = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'Of the `connectUrl`', example: 'n1Zc0YV1cW9oQmE3T2t4d2pJc0p4Q1V5b1l4b2Z0d1Q' });

export const ConnectEndInput = z.object({
  status: z.enum(['success', 'error']).meta({ description: 'How the consent has ended' }),
  error: z.enum(ticketErrors).optional().meta({ description: 'Why there is no connection' }),
});
