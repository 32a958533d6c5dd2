import { z } from 'zod';
import { route } from '../../faces/route';
import { presentPage, shownPage } from '../../faces/shownPage';
import { AnswerWithHeaders } from '../../http/Route';
import { SentOnHeaders } from '../schema';
import { openConnectLink } from './openConnectLink';
import { presentEnd, presentLink } from './present';
import { showConnectEnd } from './showConnectEnd';
import { showConnectLink } from './showConnectLink';

/** The pages by which a person connects a channel that an assistant has asked for. */
export const connectLinkRoutes = [
  route('page', showConnectLink, {
    method: 'get',
    path: '/api/v1/oauth/connect/channel/{secret}',
    success: shownPage,
    present: (shown) => presentPage(presentLink(shown)),
  }),
  route('page', openConnectLink, {
    method: 'post',
    path: '/api/v1/oauth/connect/channel/{secret}',
    success: { status: 302, schema: z.void(), headers: SentOnHeaders },
    present: (location) => new AnswerWithHeaders(undefined, { Location: location }),
  }),
  route('page', showConnectEnd, {
    method: 'get',
    path: '/api/v1/oauth/connected',
    success: shownPage,
    present: (end) => presentPage(presentEnd(end)),
  }),
] as const;
