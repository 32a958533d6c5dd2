import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { WebhookDeliveryDetail } from '../../../api/webhooks/schema';
import { CopyValue } from '../../parts/CopyValue';
import { FaultAlert } from '../../parts/FaultAlert';
import { TextLink } from '../../parts/links';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { Section } from '../../parts/Section';
import { DeliveryBadge } from '../../resources/deliveries/DeliveryBadge';
import { RedeliverButton } from '../../resources/deliveries/RedeliverButton';
import { texts } from '../../texts/screens/delivery';
import { eventWords } from '../../words/states';
import { Attempts } from './Attempts';
import { deliveryQuery } from './queries';

const route = getRouteApi('/shell/webhooks/$deliveryId');

/** One webhook: its request, and every attempt with its answer. */
export function DeliveryScreen() {
  const { deliveryId } = route.useParams();
  const { data, error, refetch } = useQuery(deliveryQuery(deliveryId));
  if (data) return <Loaded delivery={data} />;
  if (!error) return <PendingScreen />;
  return (
    <Screen title={texts.title}>
      <FaultAlert error={error} onRetry={() => void refetch()} />
    </Screen>
  );
}

function Loaded({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { id, assignmentId, event, url, status, body } = delivery;
  return (
    <Screen
      title={texts.titleOf(eventWords(event).toLowerCase())}
      description={
        <Group gap="xs">
          <DeliveryBadge status={status} />
          <span className="breakable">{url}</span>
          <TextLink to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
            {texts.viewPost}
          </TextLink>
        </Group>
      }
      actions={<RedeliverButton delivery={delivery} of={texts.redelivered} />}
    >
      <Section id="request" title={texts.requestTitle}>
        <Text size="sm">
          {texts.requestHint} {texts.idHint} <Code>{texts.idHeader}</Code>. {texts.signatureHint}{' '}
          {texts.signatureHeaders.map((name, place) => (
            <Fragment key={name}>
              {place > 0 && ', '}
              <Code>{name}</Code>
            </Fragment>
          ))}
          .
        </Text>
        <CopyValue name={texts.id} value={id} />
        <Code block tabIndex={0} role="region" aria-label={texts.body} className="wrapped">
          {pretty(body)}
        </Code>
      </Section>
      <Attempts delivery={delivery} />
    </Screen>
  );
}

/** The body with line breaks, for people to read. The signature is of the bytes as sent. */
function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
