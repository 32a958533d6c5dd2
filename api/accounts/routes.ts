import { z } from 'zod';
import { route } from '../faces/route';
import { presentPage, shownPage } from '../faces/shownPage';
import { AnswerWithHeaders } from '../http/Route';
import { deauthorizeAccount } from './deauthorizeAccount';
import { deleteAccountData } from './deleteAccountData';
import { disconnectAccount } from './disconnectAccount';
import { finishAccountLogin } from './finishAccountLogin';
import { presentAccount, presentDeletion } from './present';
import { AccountRequestForm, DeletionReceipt, DisconnectForm, RequestReceived, SentOnHeaders } from './schema';
import { showAccount } from './showAccount';
import { showDataDeletion } from './showDataDeletion';
import { startAccountLogin } from './startAccountLogin';
import type { LoginRedirect } from './startAccountLogin';

const sentOn = { status: 302, schema: z.void(), headers: SentOnHeaders } as const;

const presentRedirect = ({ location, cookie }: LoginRedirect) =>
  new AnswerWithHeaders(undefined, { Location: location, 'Set-Cookie': cookie });

export const accountRoutes = [
  route('platform', deauthorizeAccount, {
    method: 'post',
    path: '/api/v1/oauth/{platform}/deauthorize',
    body: AccountRequestForm,
    success: { status: 200, schema: RequestReceived },
    present: (received) => received,
  }),
  route('platform', deleteAccountData, {
    method: 'post',
    path: '/api/v1/oauth/{platform}/data-deletion',
    body: AccountRequestForm,
    success: { status: 200, schema: DeletionReceipt },
    present: (receipt) => receipt,
  }),
  route('page', showDataDeletion, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/data-deletion/{code}',
    success: shownPage,
    present: (shown) => presentPage(presentDeletion(shown)),
  }),
  route('page', showAccount, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/account',
    success: shownPage,
    present: (shown) => presentPage(presentAccount(shown)),
  }),
  route('page', startAccountLogin, {
    method: 'post',
    path: '/api/v1/oauth/{platform}/account/login',
    success: sentOn,
    present: presentRedirect,
  }),
  route('page', finishAccountLogin, {
    method: 'get',
    path: '/api/v1/oauth/{platform}/account/callback',
    success: sentOn,
    present: presentRedirect,
  }),
  route('page', disconnectAccount, {
    method: 'post',
    path: '/api/v1/oauth/{platform}/account/disconnect',
    body: DisconnectForm,
    success: sentOn,
    present: presentRedirect,
  }),
] as const;
