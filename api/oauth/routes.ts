import { z } from 'zod';
import { AnswerWithHeaders, defineRoute } from '../http/defineRoute';
import { authorize } from './authorize';
import { chooseChannel } from './chooseChannel';
import { createTicket } from './createTicket';
import { finishConsent } from './finishConsent';
import { offerChannels } from './offerChannels';
import { presentChoice, presentTicket } from './present';
import {
  BrowserHeaders,
  ChoiceForm,
  ConsentAnswer,
  CreateTicketBody,
  PageHeaders,
  PlatformParams,
  SentOnHeaders,
  SentToPlatformHeaders,
  Ticket,
  TicketQuery,
} from './schema';

const ending =
  'In the end the browser is sent to the `redirectUrl` of the ticket with `status=success&connectionId=…`, or with ' +
  '`status=error` and `error`: `access_denied`, `ticket_expired`, `invalid_ticket` or `platform_error`.';

export const oauthRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/v1/oauth/tickets',
    operationId: 'createTicket',
    summary: 'A ticket with which the owner of a channel connects it',
    description:
      'Send the browser of the owner to `authUrl` within 5 minutes; your server must not open it. It leads to the consent ' +
      `page of the platform. ${ending}`,
    auth: 'apiKey',
    request: { body: CreateTicketBody },
    success: { status: 201, schema: Ticket },
    errors: ['NOT_FOUND'],
    handle: async (context, { body }) => presentTicket(await createTicket(context, body), context.deps.config.baseUrl),
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/oauth/{platform}/authorize',
    operationId: 'authorize',
    summary: 'For browsers: on to the consent page of the platform',
    description: `Uses the ticket up. A ticket that cannot be used sends the browser back. ${ending}`,
    auth: 'none',
    request: { params: PlatformParams, query: TicketQuery },
    success: { status: 302, schema: z.void(), headers: SentToPlatformHeaders },
    errors: ['NOT_FOUND'],
    handle: async (context, { params, query }) => {
      const { location, cookie } = await authorize(context, params.platform, query.ticket);
      return new AnswerWithHeaders(undefined, { Location: location, 'Set-Cookie': cookie });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/oauth/{platform}/callback',
    operationId: 'finishConsent',
    summary: 'For browsers, sent by the platform: connects the channel',
    description: `Where the login speaks for several channels, a page asks which one. ${ending}`,
    auth: 'none',
    request: { params: PlatformParams, query: ConsentAnswer, headers: BrowserHeaders },
    success: { status: 302, schema: z.void(), headers: SentOnHeaders },
    errors: ['NOT_FOUND'],
    handle: async (context, { params, query, headers }) =>
      new AnswerWithHeaders(undefined, {
        Location: await finishConsent(context, params.platform, query, headers.Cookie),
      }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/oauth/{platform}/choose',
    operationId: 'offerChannels',
    summary: 'For browsers: the page on which one of several channels is chosen',
    description: `Where there is nothing to choose, the browser is sent on. ${ending}`,
    auth: 'none',
    request: { params: PlatformParams, query: TicketQuery, headers: BrowserHeaders },
    success: {
      status: 200,
      schema: z.string().meta({ example: '<!doctype html>' }),
      mediaType: 'text/html',
      headers: PageHeaders,
    },
    errors: ['NOT_FOUND'],
    handle: async (context, { params, query, headers }) => {
      const { text, policy } = presentChoice(
        await offerChannels(context, params.platform, query.ticket, headers.Cookie),
      );
      return new AnswerWithHeaders(text, { 'Content-Security-Policy': policy });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/oauth/{platform}/choose',
    operationId: 'chooseChannel',
    summary: 'For browsers: connects the channel that was chosen',
    description: ending,
    auth: 'none',
    request: { params: PlatformParams, headers: BrowserHeaders, form: ChoiceForm },
    success: { status: 302, schema: z.void(), headers: SentOnHeaders },
    errors: ['NOT_FOUND'],
    handle: async (context, { params, headers, form }) =>
      new AnswerWithHeaders(undefined, {
        Location: await chooseChannel(context, params.platform, form, headers.Cookie),
      }),
  }),
];
