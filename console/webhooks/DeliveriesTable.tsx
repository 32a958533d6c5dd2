import { Table, Text } from '@mantine/core';
import type { WebhookDelivery } from '../../api/webhooks/schema';
import { TextLink } from '../parts/links';
import { RelativeTime } from '../parts/RelativeTime';
import { ScrollTable } from '../parts/ScrollTable';
import { counted } from '../words/amounts';
import { DeliveryBadge } from './DeliveryBadge';
import { RedeliverButton } from './RedeliverButton';

const minWidth = 520;
const columns = ['To', 'Status', 'Last attempt', 'Actions'];

export function DeliveriesTable({ caption, items }: { caption: string; items: readonly WebhookDelivery[] }) {
  return (
    <ScrollTable caption={caption} columns={columns} minWidth={minWidth}>
      {items.map(({ id, url, status, httpStatusCode, attempts, lastAttemptAt, lastError }) => (
        <Table.Tr key={id}>
          <Table.Td maw={260}>
            <TextLink to="/webhooks/$deliveryId" params={{ deliveryId: id }} size="sm" truncate display="block">
              {url}
            </TextLink>
            {lastError !== null && (
              <Text size="xs" c="var(--mantine-color-error)" className="breakable">
                {lastError}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <DeliveryBadge status={status} />
            {httpStatusCode !== null && (
              <Text size="xs" c="dimmed">
                HTTP {httpStatusCode}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Text size="sm">{lastAttemptAt === null ? 'None yet' : <RelativeTime at={lastAttemptAt} />}</Text>
            <Text size="xs" c="dimmed">
              {counted(attempts, 'attempt')}
            </Text>
          </Table.Td>
          <Table.Td>
            <RedeliverButton id={id} of={`the webhook to ${url}`} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollTable>
  );
}
