import { counted, credits } from './amounts';

const unanswered = {
  title: 'The service is not responding',
  advice: 'Check your internet connection, then try again. Nothing you typed is lost.',
};

/** Refusals and faults: the matter, and the next step. */
export const texts = {
  /** By the code of the fault. */
  known: {
    OFFLINE: unanswered,
    LATE: unanswered,
    PART: {
      title: 'This part of the page could not be loaded',
      advice:
        'Check your internet connection, then try again. If the problem continues, reload the page: there may be a newer version.',
    },
    REPLACED: {
      title: 'A newer version of this page is available',
      advice: 'It loads when you try again, once everything is sent.',
    },
    UNAUTHORIZED: { title: 'Your session has ended', advice: 'Log in again to continue.' },
    NOT_FOUND: { title: 'Not found', advice: 'It was removed, or it belongs to another organization.' },
    PAYLOAD_TOO_LARGE: { title: 'Too large', advice: 'Send less, or remove uploads you no longer need.' },
  },
  /** The matter of refusals for which the API gives the best advice: how long to wait, and for whom. */
  titles: {
    FORBIDDEN: 'Not allowed',
    RATE_LIMITED: 'Too many requests',
    UNAVAILABLE: 'This could not be completed right now',
  },
  roleTitle: 'Your role does not allow this',
  roleAdvice: 'Ask an owner or an admin of your organization to do it, or to change your role.',
  featureTitle: 'Not allowed by the owner of the channel',
  featureAdvice: 'Reconnect the channel under Connections, and allow it there.',
  pageTitle: 'Something went wrong on this page',
  pageAdvice: 'Reload the page.',
  creditsTitle: 'Not enough credits',
  creditsAdvice: (required: number, balance: number) =>
    `This needs ${credits(required)}, and ${counted(balance, 'credit is', 'credits are')} left. An owner or an admin can buy credits under Billing, or raise a limit. The next billing cycle also brings new credits.`,
  serviceTitle: 'Something went wrong on our side',
  serviceAdvice: (requestId: string) =>
    `Try again. If the problem continues, give the operator this request ID: ${requestId}.`,
  requestUnknown: 'unknown',
  rejectedTitle: 'Request rejected',
  /** @param faults the faults of the field in the API's words: "is too long" */
  field: (faults: string) => `This field ${faults}.`,
};
