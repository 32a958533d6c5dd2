import { Text } from '@mantine/core';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { Section } from '../../parts/Section';
import { DeliveriesTable } from '../../resources/deliveries/DeliveriesTable';

interface Props extends Pick<InspectedAssignment, 'deliveries'> {
  hasCallback: boolean;
}

/** The webhooks of an assignment. */
export function Deliveries({ deliveries, hasCallback }: Props) {
  return (
    <Section id="deliveries" title="Webhooks">
      {deliveries.length > 0 ? (
        <DeliveriesTable caption="Webhooks of this assignment" items={deliveries} />
      ) : (
        <Text size="sm" c="dimmed">
          {hasCallback ? 'None yet: the first one follows the first change.' : 'No address for webhooks was given.'}
        </Text>
      )}
    </Section>
  );
}
