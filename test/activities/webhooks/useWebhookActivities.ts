import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createDueGate, createPromptHosts } from '../../../activities';
import type { ActivityDeps } from '../../../activities';
import { createWebhookActivities } from '../../../activities';
import { paymentsAt } from '../../support/payments';
import { createMetrics } from '../../../lib/metrics';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createFileStore } from '../../../lib/mediaStore/fileStore';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { openMediaProbe } from '../../support/media/mediaProbe';
import { openPictureMaker } from '../../support/media/pictureMaker';
import { mailerTo } from '../../support/servers/mails';
import { testSecrets } from '../../support/secrets';
import { use } from '../../support/use';

interface Try {
  tryCount?: number;
  round?: number;
}

/** The webhook activities as one worker has them, each called as Temporal calls it. */
export interface CalledActivities {
  /** @returns how it ended: nothing, or the failure that Temporal receives */
  attempt: (deliveryId: string, tried?: Try) => Promise<unknown>;
  /** @returns whether the round is over */
  attemptLocally: (deliveryId: string, tried?: Pick<Try, 'round'>) => Promise<boolean>;
}

/** Makes the activities of a worker that may call this machine, for the tests of a file. */
export function useWebhookActivities(): (given?: Partial<ActivityDeps>) => CalledActivities {
  const safeFetch = use(async () => createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') }));
  return (given = {}) => {
    const { attemptDelivery, attemptLocally } = createWebhookActivities({
      platforms: new Map(),
      secrets: testSecrets,
      safeFetch,
      mediaProbe: openMediaProbe(),
      pictureMaker: openPictureMaker(),
      mailer: mailerTo('smtp://127.0.0.1:9'),
      ...paymentsAt('http://127.0.0.1:9'),
      consoleUrl: 'https://console.example.com',
      mediaStore: createFileStore('nowhere'),
      dispatch: () => undefined,
      dueGate: createDueGate(),
      promptHosts: createPromptHosts(),
      reconcile: async () => ({ looked: 0, repaired: 0 }),
      logger: pino({ level: 'silent' }),
      metrics: createMetrics(),
      platformRetryDelaysMs: [],
      processingPollMs: 1,
      webhookDelaysMs: [0, 1, 1, 1],
      mediaStallMs: 1,
      workspaceUploadsInFlightMax: 1,
      webhooksInFlightMax: 200,
      ...given,
    });
    return {
      attempt: async (deliveryId, { tryCount = 2, round = 1 } = {}) =>
        new MockActivityEnvironment({ attempt: tryCount })
          .run(attemptDelivery, { deliveryId, round })
          .then(() => null)
          .catch((failure: unknown) => failure),
      attemptLocally: async (deliveryId, { round = 1 } = {}) =>
        new MockActivityEnvironment({ isLocal: true }).run(attemptLocally, { deliveryId, round }),
    };
  };
}
