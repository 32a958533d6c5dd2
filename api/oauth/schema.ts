import { z } from 'zod';
import { featureNames } from '../../domain/consent/feature';
import { parseUrl } from '../../domain/parseUrl';
import { Timestamp, webUrl, webUrlForm } from '../http/fields';
import { ConnectionId, exampleIds, OrganizationId, TicketId } from '../http/ids';
import { PlatformName, PlatformSlug } from '../platforms/schema';

export const endOfConsent =
  'In the end the browser is sent to the `redirectUrl` of the ticket with `status=success&connectionId=…`, and ' +
  '`missing=…` names the features that were asked for and not granted, with commas between them. Or it is sent there ' +
  'with `status=error` and `error`: `access_denied`, `ticket_expired`, `invalid_ticket` or `platform_error`. Where the ' +
  'owner can do something about it, `error_description` says what.';

/** Parameters that the service adds to a redirect URL: a caller could not tell its own from ours. */
const ownParameters = ['status', 'error', 'error_description', 'connectionId', 'missing'];

/** The address for the browser in the end, unchanged. Addresses that a browser would change are refused. */
const RedirectUrl = webUrl()
  .refine((url) => !hasOwnParameters(url), `must not have a parameter ${ownParameters.join(', ')}`)
  .meta({
    description: 'Where the browser goes in the end; its query parameters are kept',
    pattern: `^(?![^#]*[?&](?:${ownParameters.join('|')})(?:[=&#]|$))${webUrlForm.source.slice(1)}`,
  });

function hasOwnParameters(url: string): boolean {
  const parameters = parseUrl(url)?.searchParams;
  return ownParameters.some((name) => parameters?.has(name));
}

/** Which of them a platform has, its use case judges: a wrong name is told of the list, not of its place. */
const Features = z
  .array(z.string().meta({ enum: featureNames }))
  .default([])
  .meta({
    description:
      'Features of the platform that the consent asks for beside what publishing needs. A connection that is authorized ' +
      'again is asked for those that it has, too.',
  });

const optional = (id: typeof ConnectionId) => id.nullish().transform((given) => given ?? null);

export const CreateTicketInput = z.object({
  platform: PlatformSlug,
  redirectUrl: RedirectUrl,
  connectionId: optional(ConnectionId).meta({ description: 'An existing connection, to authorize its channel again' }),
  organizationId: optional(OrganizationId).meta({
    description: 'Whose connection it becomes; the root organization if left out',
  }),
  features: Features,
});
export type CreateTicketInput = z.output<typeof CreateTicketInput>;

export const CreateTicketBody = {
  id: 'CreateTicketBody',
  example: { platform: 'youtube', redirectUrl: 'https://app.example/connected?team=7', features: ['captions'] },
};

export const Ticket = z
  .strictObject({
    ticketId: TicketId,
    authUrl: z.string().meta({ format: 'uri', description: 'For the browser of the channel’s owner; opens once' }),
    expiresAt: Timestamp.meta({ description: 'Until when it can be opened' }),
  })
  .meta({
    id: 'Ticket',
    example: {
      ticketId: exampleIds.ticket,
      authUrl: `https://api.example/api/v1/oauth/youtube/authorize?ticket=${exampleIds.ticket}`,
      expiresAt: '2026-12-01T09:05:00.000Z',
    },
  });
export type Ticket = z.infer<typeof Ticket>;

/** Parameters that the platform brings back (RFC 6749 §4.1.2). */
export const ConsentAnswer = z.object({
  platform: PlatformName,
  state: z.string().meta({ description: 'As it was sent to the platform' }),
  code: z.string().optional().meta({ description: 'The authorization code; works once' }),
  error: z.string().optional().meta({ description: 'Why there is no code, such as `access_denied`' }),
});

export const ChooseChannelInput = z.object({
  platform: PlatformName,
  ticket: TicketId.meta({ description: 'Of the `authUrl`' }),
  action: z.enum(['connect', 'cancel']).meta({ description: 'Which button was pressed' }),
  channel: z.string().optional().meta({ description: 'Id of the channel on its platform' }),
});

export const ChoiceForm = {
  id: 'ChoiceForm',
  example: { ticket: exampleIds.ticket, action: 'connect', channel: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' },
};

const Location = z.string().meta({ format: 'uri', description: 'Where the browser is sent' });
export const SentOnHeaders = z.object({ Location });
export const SentToPlatformHeaders = z.object({
  Location,
  'Set-Cookie': z.string().meta({ description: 'Ties the ticket to this browser' }),
});
