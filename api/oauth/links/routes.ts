import { z } from 'zod';
import { route } from '../../faces/route';
import type { Page } from '../../http/page';
import { AnswerWithHeaders } from '../../http/Route';
import { PageHeaders, SentOnHeaders } from '../schema';
import { openConnectLink } from './openConnectLink';
import { presentEnd, presentLink } from './present';
import { showConnectEnd } from './showConnectEnd';
import { showConnectLink } from './showConnectLink';

const page = {
  status: 200,
  schema: z.string().meta({ example: '<!doctype html>' }),
  mediaType: 'text/html',
  headers: PageHeaders,
} as const;
const asPage = ({ text, policy }: Page) => new AnswerWithHeaders(text, { 'Content-Security-Policy': policy });

/** The pages by which a person connects a channel that an assistant has asked for. */
export const connectLinkRoutes = [
  route('page', showConnectLink, {
    method: 'get',
    path: '/api/v1/oauth/connect/channel/{secret}',
    success: page,
    present: (shown) => asPage(presentLink(shown)),
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
    success: page,
    present: (end) => asPage(presentEnd(end)),
  }),
] as const;
