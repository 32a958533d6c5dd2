import { withTimeLimit } from '../../lib/timeLimit';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { featuresThatAre } from '../../domain/consent/feature';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { TicketRun } from '../../domain/workflowContract';
import { Connection } from '../../models/connections/Connection';
import { connectOffer } from '../../models/oauth/connectOffer';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { spendingOf } from '../../channels/spendQuota';
import { CodeSecrets, TokenSecrets, openForTicket, sealForTicket } from '../../models/oauth/ticketSecrets';
import { platformFor } from '../../platforms/index';
import type { GrantedTokens, OfferedChannel, Platform } from '../../platforms/Platform';
import type { ActivityDeps } from '../deps';

type TicketDeps = Pick<ActivityDeps, 'platforms' | 'secrets'>;

/** Both end before their activities are given up. */
const exchangeMs = 5_000;
/** A login may have pages of pages. */
const lookUpMs = 6_000;

/**
 * The steps of a ticket that call its platform. Neither code nor token passes through Temporal: each step takes its
 * input from the ticket's row and leaves its result there, unless the ticket has moved on meanwhile.
 */
export function createTicketActivities(deps: TicketDeps) {
  return {
    /**
     * Exchanges the authorization code for tokens, once: the code is erased before the platform sees it, and a try
     * after a lost answer finds none (contract.md §4).
     */
    async exchangeCode({ ticketId, platform }: TicketRun): Promise<void> {
      const { oauth } = platformFor(deps.platforms, platform);
      const sealed = await OAuthTicket.takeCode(ticketId);
      if (sealed === null) return refuseSecondExchange(ticketId);
      const code = openForTicket(deps.secrets, ticketId, sealed, CodeSecrets);
      const tokens = await limited(exchangeMs, async (signal) => oauth.exchange(code, signal)).catch(explainExchange);
      await store(deps, ticketId, tokens);
    },

    /**
     * Connects the channel that the tokens speak for, or leaves several to the owner's choice. A single channel that
     * could not be published to is not connected: the ticket ends with the reason, as it does without a channel.
     */
    async findChannels({ ticketId, platform }: TicketRun): Promise<void> {
      const ticket = await OAuthTicket.find(ticketId);
      if (ticket?.status !== 'exchanged') return;
      const tokens = openForTicket(deps.secrets, ticketId, ticket.sealed, TokenSecrets);
      const from = platformFor(deps.platforms, platform);
      const spend = spendingOf(from, ticket.workspaceId);
      const offers = await limited(lookUpMs, async (signal) => from.oauth.channels(tokens, { signal, spend })).catch(
        explain,
      );
      const [offer, ...others] = await fitting(ticket, offers);
      if (!offer) throw noChannel(ticket, hintOf(from, tokens));
      if (others.length > 0) await leaveChoice(deps, ticket, [offer, ...others]);
      else if (offer.obstacle !== null) throw final('access_denied', offer.obstacle);
      else await connectOffer(ticket, offer, { ...deps, platform: from });
    },
  };
}

async function store({ secrets }: TicketDeps, ticketId: string, tokens: GrantedTokens): Promise<void> {
  const sealed = sealForTicket(secrets, ticketId, tokens);
  await OAuthTicket.move(ticketId, { from: 'exchanging', to: 'exchanged', sealed, platformAccount: tokens.account });
}

async function leaveChoice({ secrets }: TicketDeps, { id }: Ticket, offers: OfferedChannel[]): Promise<void> {
  await OAuthTicket.move(id, { from: 'exchanged', to: 'choosing', sealed: sealForTicket(secrets, id, offers) });
}

/** The offers that fit a ticket: all, or only the channel of the connection that is to be authorized again. */
async function fitting({ connectionId }: Ticket, offers: OfferedChannel[]): Promise<OfferedChannel[]> {
  if (connectionId === null) return offers;
  const connection = await Connection.findByPk(connectionId, { attributes: ['externalPlatformId'], raw: true });
  return offers.filter(({ channel }) => channel.externalPlatformId === connection?.externalPlatformId);
}

/** An exchange that has begun and not ended has lost its answer. */
async function refuseSecondExchange(ticketId: string): Promise<void> {
  const ticket = await OAuthTicket.find(ticketId);
  if (ticket?.status !== 'exchanging') return;
  throw final('ANSWER_LOST', 'the answer to an earlier exchange of this code was lost; a code is exchanged once');
}

function noChannel({ connectionId }: Ticket, hint: string): ApplicationFailure {
  if (connectionId === null)
    return final(
      'NO_CHANNEL',
      `This login offers no channel. Log in with an account that has one, and choose it.${hint}`,
    );
  const message = 'This login does not offer the channel of the connection. Log in with its account, and choose it.';
  return final('OTHER_CHANNEL', message + hint);
}

/** Names the features without which the platform may have left the channel out; empty if these tokens have them all. */
function hintOf({ permissions: { features } }: Platform, { permissions }: GrantedTokens): string {
  const listing = features.filter(({ listsChannels }) => listsChannels === true);
  const names = featuresThatAre('missing', { features: listing }, permissions);
  return names.length === 0 ? '' : ` Some channels are offered only with the feature "${names.join('", "')}".`;
}

/** A permission that was left out is the owner's no. */
function explainExchange(error: unknown): never {
  const isRefused = error instanceof PublishFailure && error.code === 'PERMISSION_DENIED';
  throw isRefused ? final('access_denied', error.message) : error;
}

/** A definite answer is not asked for again; a platform that asks for fewer requests is. */
function explain(error: unknown): never {
  const isDefinite = error instanceof PublishFailure && error.isRefusal && !error.rateLimited;
  throw isDefinite ? final(error.code, error.message) : error;
}

function final(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}

/** Ends with the activity, or when the platform has had its time. */
async function limited<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withTimeLimit(Context.current().cancellationSignal, limitMs, work);
}
