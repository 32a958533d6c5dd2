import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { lazyPart } from '../../parts/lazyPart';
import { texts } from '../../texts/screens/assignment';

const FactsTable = lazyPart(async () => (await import('./FactsTable')).FactsTable);
const tableHeight = 320;
const { facts } = texts;

/** As it was left in this tab. */
let wasOpen = false;

/** The facts for programs and their makers, folded: ids, webhooks, the workflow, the request. */
export function Facts({ assignment }: { assignment: InspectedAssignment }) {
  const [isOpen, setOpen] = useState(wasOpen);
  const { deliveries } = assignment;
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  const note = (open: boolean) => {
    wasOpen = open;
    setOpen(open);
  };
  return (
    <Paper component="section" aria-labelledby="facts">
      <details open={isOpen} onToggle={({ currentTarget }) => note(currentTarget.open)}>
        <summary>
          <Title order={2} id="facts" display="inline">
            {facts.title}
          </Title>
          <Text span size="sm" c="dimmed" ml="sm">
            {failed > 0 ? facts.webhooksFailed(failed) : facts.summary(deliveries.length)}
          </Text>
        </summary>
        {isOpen && (
          <Suspense fallback={<Skeleton height={tableHeight} mt="sm" />}>
            <FactsTable assignment={assignment} />
          </Suspense>
        )}
      </details>
    </Paper>
  );
}
