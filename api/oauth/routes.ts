import { z } from 'zod';
import { route } from '../faces/route';
import { presentPage, shownPage } from '../faces/shownPage';
import { AnswerWithHeaders } from '../http/Route';
import { chooseChannel } from './chooseChannel';
import { ConnectUrl, ConnectUrlBody, TicketProgress } from './consoleSchema';
import { createConnectionTicket } from './createConnectionTicket';
import { createConnectUrl } from './createConnectUrl';
import { finishChannelConsent } from './finishChannelConsent';
import { getTicketStatus } from './getTicketStatus';
import { offerChannels } from './offerChannels';
import { presentChoice, presentConnectUrl, presentTicket, presentTicketProgress } from './present';
import { ChoiceForm, CreateTicketBody, SentOnHeaders, SentToPlatformHeaders, Ticket } from './schema';
import { startChannelConsent } from './startChannelConsent';

const sentOn = { status: 302, schema: z.void(), headers: SentOnHeaders } as const;
const presentLocation = (location: string) => new AnswerWithHeaders(undefined, { Location: location });

export const oauthRoutes = [
  route('api', createConnectionTicket, {
    method: 'post',
    path: '/api/v1/oauth/tickets',
    body: CreateTicketBody,
    success: { status: 201, schema: Ticket },
    present: presentTicket,
  }),
  route('console', createConnectUrl, {
    method: 'post',
    path: '/api/v1/console/oauth/connect-url',
    body: ConnectUrlBody,
    success: { status: 201, schema: ConnectUrl },
    present: presentConnectUrl,
  }),
  route('console', getTicketStatus, {
    method: 'get',
    path: '/api/v1/console/oauth/status/{ticketId}',
    success: { status: 200, schema: TicketProgress },
    present: presentTicketProgress,
  }),
  route('browser', startChannelConsent, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/authorize',
    success: { status: 302, schema: z.void(), headers: SentToPlatformHeaders },
    present: ({ location, cookie }) => new AnswerWithHeaders(undefined, { Location: location, 'Set-Cookie': cookie }),
  }),
  route('browser', finishChannelConsent, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/callback',
    success: sentOn,
    present: presentLocation,
  }),
  route('browser', offerChannels, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/choose',
    success: shownPage,
    present: (choice) => presentPage(presentChoice(choice)),
  }),
  route('browser', chooseChannel, {
    method: 'post',
    path: '/api/v1/oauth/{platform}/choose',
    body: ChoiceForm,
    success: sentOn,
    present: presentLocation,
  }),
] as const;
