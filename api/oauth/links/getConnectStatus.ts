import { isEndedTicket, shownTicketStatus } from '../../../domain/ticket';
import { ConnectLink } from '../../../models/oauth/ConnectLink';
import type { LinkProgress } from '../../../models/oauth/ConnectLink';
import { notFound } from '../../http/errors';
import { lookUntil } from '../../lookUntil';
import { defineUseCase } from '../../useCase';
import type { TicketProgress } from '../consoleSchema';
import { ConnectStatusInput } from './schema';

const noSuchConnect = notFound('connecting of a channel');
/** The pause between two looks at the row: people take a minute. */
const pauseMs = 1_000;

export type ConnectProgress = TicketProgress & { connectId: string; platform: LinkProgress['platform'] };

/** Tells how far the connecting of a channel is, and waits for its end if asked to. A client that goes ends the wait. */
export const getConnectStatus = defineUseCase({
  name: 'getConnectStatus',
  action: 'connection.read',
  summary: 'How far the connecting of a channel by a link is',
  input: ConnectStatusInput,
  refuses: [noSuchConnect],
  run: async ({ principal: { tenant }, signal }, { connectId, waitSeconds }): Promise<ConnectProgress> => {
    const look = async (): Promise<ConnectProgress> => {
      const found = await ConnectLink.progressOf(tenant, connectId);
      if (!found) throw noSuchConnect.error();
      return shown(found);
    };
    return lookUntil(look, isEnd, { waitMs: waitSeconds * 1000, pauseMs, signal });
  },
});

function isEnd({ status }: ConnectProgress): boolean {
  return isEndedTicket(status);
}

/** A link whose button was not pressed is pending until its time is over; a ticket that was called off made way for another. */
function shown({
  status,
  connectId,
  platform,
  connectionId,
  missing,
  error,
  reason,
  leftMs,
}: LinkProgress): ConnectProgress {
  const of = { connectId, platform };
  if (status !== null)
    return { ...of, status: shownTicketStatus(status), connectionId, missing: missing ?? [], error, reason };
  const isOver = leftMs <= 0;
  const none = { connectionId: null, missing: [], reason: null };
  return isOver
    ? { ...of, ...none, status: 'expired', error: 'ticket_expired' }
    : { ...of, ...none, status: 'pending', error: null };
}
