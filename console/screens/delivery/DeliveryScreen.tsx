import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookDeliveryDetail } from '../../../api/webhooks/schema';
import { CopyValue } from '../../parts/CopyValue';
import { FaultAlert } from '../../parts/FaultAlert';
import { TextLink } from '../../parts/links';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { Section } from '../../parts/Section';
import { DeliveryBadge } from '../../resources/deliveries/DeliveryBadge';
import { RedeliverButton } from '../../resources/deliveries/RedeliverButton';
import { statusWords } from '../../words/states';
import { Attempts } from './Attempts';
import { deliveryQuery } from './queries';

const route = getRouteApi('/shell/webhooks/$deliveryId');

/** One webhook: what is sent, and every attempt with its answer. */
export function DeliveryScreen() {
  const { deliveryId } = route.useParams();
  const { data, error, refetch } = useQuery(deliveryQuery(deliveryId));
  if (data) return <Loaded delivery={data} />;
  if (!error) return <PendingScreen />;
  return (
    <Screen title="Webhook">
      <FaultAlert error={error} onRetry={() => void refetch()} />
    </Screen>
  );
}

function Loaded({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { id, assignmentId, event, url, status, body } = delivery;
  return (
    <Screen
      title={`Webhook: ${statusWords[event].label.toLowerCase()}`}
      description={
        <Group gap="xs">
          <DeliveryBadge status={status} />
          <span className="breakable">{url}</span>
          <TextLink to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
            Its assignment
          </TextLink>
        </Group>
      }
      actions={<RedeliverButton delivery={delivery} of="this webhook" />}
    >
      <Section id="request" title="Request">
        <Text size="sm">
          Each attempt is a POST of these bytes. <Code>webhook-id</Code> is the id below; <Code>webhook-timestamp</Code>
          , <Code>webhook-signature</Code> and <Code>X-Webhook-Signature</Code> are made anew, with your webhook secret.
        </Text>
        <CopyValue name="the id" value={id} />
        <Code block tabIndex={0} role="region" aria-label="Body" className="wrapped">
          {pretty(body)}
        </Code>
      </Section>
      <Attempts delivery={delivery} />
    </Screen>
  );
}

/** The signature is of the bytes as they are; people read them better so. */
function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
