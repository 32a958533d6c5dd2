import { v7 as uuidv7 } from 'uuid';
import { platformSlugs } from '../../domain/platform';
import { webhookBody } from '../../domain/webhook';
import { postWebhook } from '../../lib/postWebhook';
import { judgeUrl } from '../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../lib/safeFetch/OutboundError';
import { signingSecrets } from '../../models/webhooks/webhookSecrets';
import { invalid } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import type { WebhookDeps } from './deps';
import { TestWebhookInput } from './schema';
import type { WebhookTested } from './schema';

/**
 * Sends a signed sample at once, as an attempt of a delivery is made: with its deadline, and only to where a
 * `callbackUrl` may lead. It stands in no log and is not tried again.
 * @throws ApiError 400 for a URL that no assignment may name
 */
export const sendTestWebhook = defineUseCase({
  name: 'sendTestWebhook',
  action: 'webhook.send',
  summary: 'Send a signed sample to a URL and wait for the result',
  description:
    'Takes up to 10 seconds. The sample is signed as every webhook is; it is not tried again and not logged.',
  input: TestWebhookInput,
  refuses: [],
  run: async ({ deps, principal: { tenant } }: TenantContext<WebhookDeps>, { url }): Promise<WebhookTested> => {
    const judged = judgeUrl(url, deps.config.outboundAllow);
    if (judged instanceof OutboundError) throw invalid({ url: [judged.message] });
    const secrets = await signingSecrets(tenant, deps.secrets);
    const id = uuidv7();
    const message = {
      id,
      url,
      event: sample.status,
      body: webhookBody({ ...sample, timestamp: new Date() }),
      attempt: 1,
    };
    const result = await deps.hostTurns.run(tenant.workspaceId, async () =>
      postWebhook(deps.safeFetch, message, secrets),
    );
    const { isDelivered: delivered, httpStatusCode, error: lastError, durationMs } = result;
    return { id, delivered, httpStatusCode, lastError, durationMs };
  },
});

/** An id that no assignment or connection has. */
const nilId = '00000000-0000-0000-0000-000000000000';

const sample = {
  assignmentId: nilId,
  status: 'published',
  platform: platformSlugs[0],
  connectionId: nilId,
  platformPostId: 'sample',
  platformUrl: 'https://example.com/sample',
  errors: [],
} as const;
