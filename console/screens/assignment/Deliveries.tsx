import { Text } from '@mantine/core';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { Section } from '../../parts/Section';
import { DeliveriesTable } from '../../resources/deliveries/DeliveriesTable';
import { texts } from '../../texts/screens/assignment';

interface Props extends Pick<InspectedAssignment, 'deliveries'> {
  hasCallback: boolean;
}

/** The webhooks of an assignment. */
export function Deliveries({ deliveries, hasCallback }: Props) {
  return (
    <Section id="deliveries" title={texts.webhooks.title}>
      {deliveries.length > 0 ? (
        <DeliveriesTable caption={texts.webhooks.caption} items={deliveries} />
      ) : (
        <Text size="sm" c="dimmed">
          {hasCallback ? texts.webhooks.noneYet : texts.webhooks.noUrl}
        </Text>
      )}
    </Section>
  );
}
