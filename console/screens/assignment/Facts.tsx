import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { lazyPart } from '../../parts/lazyPart';
import { ownPlace } from '../../session/session';
import { texts } from '../../texts/screens/assignment';

const FactsTable = lazyPart(async () => (await import('./FactsTable')).FactsTable);
const tableHeight = 320;
const { facts } = texts;

/** The facts for programs and their makers: ids, webhooks, the workflow, the request. They are folded, or as the person left them in this tab. */
export function Facts({ assignment }: { assignment: InspectedAssignment }) {
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(ownPlace('facts')) !== null);
  const { deliveries } = assignment;
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  const note = (open: boolean) => {
    if (open) sessionStorage.setItem(ownPlace('facts'), 'open');
    else sessionStorage.removeItem(ownPlace('facts'));
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
