import { changes, reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { sayPage } from '../faces/toolSchema';
import { listWebhookDeliveries } from './listWebhookDeliveries';
import { presentDeliveries, presentDelivery } from './present';
import { redeliverWebhook } from './redeliverWebhook';
import { WebhookDelivery, WebhookDeliveryList } from './schema';

export const webhookTools = [
  mcpTool(listWebhookDeliveries, {
    name: 'list_webhook_deliveries',
    title: 'List webhook deliveries',
    description:
      'Lists the notices of status changes and of events that were sent to callback URLs, and whether they arrived.',
    hints: reads,
    schema: WebhookDeliveryList,
    present: presentDeliveries,
    say: (list) =>
      sayPage(
        'webhook deliveries',
        list,
        list.items.map(({ id, event, status, attempts, lastError }) =>
          [`${id}: ${status} after ${attempts} attempts (${event})`, ...(lastError === null ? [] : [lastError])].join(
            ', ',
          ),
        ),
      ),
    next: ({ items }) => {
      const failed = items.find(({ status }) => status === 'failed');
      if (failed) return { tool: 'redeliver_webhook', arguments: { deliveryId: failed.id } };
      const [first] = items;
      return first ? { tool: 'get_assignment', arguments: { assignmentId: first.assignmentId } } : null;
    },
  }),
  mcpTool(redeliverWebhook, {
    name: 'redeliver_webhook',
    title: 'Send a webhook again',
    description: 'Sends the same notice to the same callback URL again. Use it once the receiver works again.',
    hints: changes,
    nextSteps: {
      NOT_FOUND: 'Look the id up with list_webhook_deliveries.',
      CONFLICT: 'Read the present state with list_webhook_deliveries before you go on.',
    },
    schema: WebhookDelivery,
    present: presentDelivery,
    say: ({ id }) => `Delivery ${id} is sent again. list_webhook_deliveries tells whether it arrives.`,
    next: ({ assignmentId }) => ({ tool: 'list_webhook_deliveries', arguments: { assignmentId } }),
  }),
];
