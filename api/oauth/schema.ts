import { z } from 'zod';
import { Id } from '../../domain/ids';
import { urlLengthMax } from '../../domain/limits';
import { text, Timestamp } from '../http/fields';
import { PlatformSlug } from '../platforms/schema';

/** Where the browser is sent in the end, character for character; what would change on the way there is refused. */
const RedirectUrl = text(urlLengthMax)
  .refine(isRedirectUrl, 'must be an absolute http(s) URL without spaces')
  .meta({ format: 'uri', description: 'Where the browser goes in the end; its query parameters are kept' });

function isRedirectUrl(url: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(url) && URL.canParse(url);
}

const optionalId = Id.nullish().transform((given) => given ?? null);

export const CreateTicketBody = z
  .object({
    platform: PlatformSlug,
    redirectUrl: RedirectUrl,
    connectionId: optionalId.meta({ description: 'An existing connection, to authorize its channel again' }),
    organizationId: optionalId.meta({ description: 'Whose connection it becomes; the root organization if left out' }),
  })
  .meta({
    id: 'CreateTicketBody',
    example: { platform: 'youtube', redirectUrl: 'https://app.example/connected?team=7' },
  });
export type CreateTicketBody = z.output<typeof CreateTicketBody>;

export const Ticket = z
  .object({
    ticketId: Id,
    authUrl: z.string().meta({ description: 'For the browser of the channel’s owner; opens once' }),
    expiresAt: Timestamp.meta({ description: 'Until when it can be opened' }),
  })
  .meta({
    id: 'Ticket',
    example: {
      ticketId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
      authUrl: 'https://api.example/api/v1/oauth/youtube/authorize?ticket=0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
      expiresAt: '2026-12-01T09:05:00.000Z',
    },
  });
export type Ticket = z.infer<typeof Ticket>;

/** An unknown platform is not there (404), rather than malformed. */
export const PlatformParams = z.object({ platform: z.string().meta({ example: 'youtube' }) });

export const TicketQuery = z.object({ ticket: Id });

/** What the platform brings back (RFC 6749 §4.1.2). */
export const ConsentAnswer = z.object({
  state: z.string(),
  code: z.string().optional(),
  error: z.string().optional(),
});
export type ConsentAnswer = z.output<typeof ConsentAnswer>;

export const BrowserHeaders = z.object({
  Cookie: z.string().optional().meta({ description: 'Proves that it is the browser that opened `authorize`' }),
});

export const ChoiceForm = z
  .object({
    ticket: Id,
    action: z.enum(['connect', 'cancel']),
    channel: z.string().optional().meta({ description: 'Id of the channel on its platform' }),
  })
  .meta({
    id: 'ChoiceForm',
    example: { ticket: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e', action: 'connect', channel: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' },
  });
export type ChoiceForm = z.output<typeof ChoiceForm>;

const Location = z.string().meta({ description: 'Where the browser is sent' });
export const SentOnHeaders = z.object({ Location });
export const SentToPlatformHeaders = z.object({
  Location,
  'Set-Cookie': z.string().meta({ description: 'Ties the ticket to this browser' }),
});
export const PageHeaders = z.object({ 'Content-Security-Policy': z.string() });
