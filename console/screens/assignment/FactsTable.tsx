import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { apiAddress } from '../../http/apiAddress';
import { CopyValue } from '../../parts/CopyValue';
import { DeliveriesTable } from '../../resources/deliveries/DeliveriesTable';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/assignment';
import { curlOf } from './curl';
import { FactList, FactRow } from './FactRow';

const { details, facts, webhooks } = texts;

/** The ids by which programs know a post, its webhooks, its workflow, and its request as it was sent. */
export function FactsTable({ assignment }: { assignment: InspectedAssignment }) {
  const { id, payload, mediaUrl, callbackUrl, externalId, temporal, deliveries } = assignment;
  return (
    <Stack gap="sm" mt="sm">
      <FactList>
        <FactRow name={labels.id}>
          <CopyValue name={labels.id} value={id} />
        </FactRow>
        {externalId !== null && <FactRow name={labels.externalId}>{externalId}</FactRow>}
        {mediaUrl !== null && <FactRow name={details.media}>{mediaUrl}</FactRow>}
        {callbackUrl !== null && <FactRow name={details.webhookUrl}>{callbackUrl}</FactRow>}
        {temporal.url !== null && (
          <FactRow name={details.workflow}>
            <OutLink href={temporal.url}>{details.openWorkflow}</OutLink>
          </FactRow>
        )}
        {temporal.runsUrl !== null && (
          <FactRow name={details.workflows}>
            <OutLink href={temporal.runsUrl}>{details.openWorkflows}</OutLink>
          </FactRow>
        )}
      </FactList>
      <Title order={3} size="sm">
        {webhooks.title}
      </Title>
      {deliveries.length > 0 ? (
        <DeliveriesTable caption={webhooks.caption} items={deliveries} />
      ) : (
        <Text size="sm" c="dimmed">
          {callbackUrl === null ? webhooks.noUrl : webhooks.noneYet}
        </Text>
      )}
      <Group justify="space-between">
        <Title order={3} size="sm">
          {facts.payload}
        </Title>
        <CopyValue name={details.curlName} value={curlOf(assignment, apiAddress())} shown={details.curl} />
      </Group>
      <Code block className="wrapped">
        {JSON.stringify(payload, null, 2)}
      </Code>
    </Stack>
  );
}

function OutLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" underline="always">
      {children}
    </Anchor>
  );
}
