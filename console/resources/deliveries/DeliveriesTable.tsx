import { Table, Text } from '@mantine/core';
import type { WebhookDelivery } from '../../../api/webhooks/schema';
import { TextLink } from '../../parts/links';
import { ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/deliveries';
import { eventWords } from '../../words/states';
import { DeliveryBadge } from './DeliveryBadge';
import { RedeliverButton } from './RedeliverButton';

const minWidth = 600;
const { event: eventColumn, lastAttempt, url: urlColumn } = texts.columns;
const columns = [eventColumn, labels.status, lastAttempt, urlColumn, labels.actions];

/**
 * The webhooks of one post, or of all: most go to the same address, so their events tell them apart. A narrow screen shows
 * their status, and the address behind it.
 */
export function DeliveriesTable({ caption, items }: { caption: string; items: readonly WebhookDelivery[] }) {
  return (
    <ScrollTable caption={caption} columns={columns} minWidth={minWidth}>
      {items.map(({ id, event, url, status, httpStatusCode, attempts, lastAttemptAt, lastError }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <TextLink
              to="/webhooks/$deliveryId"
              params={{ deliveryId: id }}
              size="sm"
              aria-label={texts.webhook(eventWords(event), url)}
            >
              {eventWords(event)}
            </TextLink>
          </Table.Td>
          <Table.Td>
            <DeliveryBadge status={status} />
            {httpStatusCode !== null && (
              <Text size="xs" c="dimmed">
                {texts.http(httpStatusCode)}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Text size="sm">{lastAttemptAt === null ? texts.notTried : <RelativeTime at={lastAttemptAt} />}</Text>
            <Text size="xs" c="dimmed">
              {texts.attempts(attempts)}
            </Text>
          </Table.Td>
          <Table.Td maw={260}>
            <Text size="sm" truncate title={url}>
              {url}
            </Text>
            {lastError !== null && (
              <Text size="xs" c="var(--mantine-color-error)" className="breakable">
                {lastError}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <RedeliverButton delivery={{ id, status }} of={texts.webhookNamed(eventWords(event), url)} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollTable>
  );
}
