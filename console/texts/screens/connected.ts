import type { TicketError } from '../../../domain/ticket';

interface Failure {
  cause: string;
  /** The next step, where the service knows no better step. */
  advice: string;
}

/** Consents that made no connection: the cause, and the next step. */
const failures: Readonly<Record<TicketError, Failure>> = {
  access_denied: {
    cause: 'Access was not granted.',
    advice: 'To publish to this channel, connect it again and allow access.',
  },
  ticket_expired: {
    cause: 'This took too long. Access has to be granted within 15 minutes.',
    advice: 'Connect the channel again.',
  },
  invalid_ticket: {
    cause: 'This link was already used, or was opened in another browser.',
    advice: 'Connect the channel again.',
  },
  platform_error: {
    cause: 'The platform could not connect the channel.',
    advice: 'Connect it again in a moment.',
  },
};

export const texts = {
  connectedTitle: 'Channel connected',
  ready: (channel: string) => `“${channel}” is ready. You can publish to it now.`,
  inactive: (channel: string) => `“${channel}” is still deactivated. Nothing is published to it until it is activated.`,
  notAllowed: 'Not everything you asked for was allowed there. Connections shows what is missing.',
  compose: 'Compose post',
  notListedTitle: 'Channel not found',
  notListed: 'It was removed in the meantime, or belongs to another of your organizations.',
  failedTitle: 'Channel not connected',
  failures,
};
