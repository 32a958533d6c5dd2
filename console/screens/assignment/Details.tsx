import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { apiAddress } from '../../http/apiAddress';
import { CopyValue } from '../../parts/CopyValue';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { useFieldLabel } from '../../payload/labels';
import { texts } from '../../texts/screens/assignment';
import { labels } from '../../texts/labels';
import { isStopped } from '../../words/states';
import { curlOf } from './curl';

const { details } = texts;

/** The request, its cost, and the ids by which programs know it. */
export function Details({ assignment }: { assignment: InspectedAssignment }) {
  const { id, status, payload, mediaUrl, scheduledAt } = assignment;
  const { createdAt, createdBy, externalId, callbackUrl, extras, temporal } = assignment;
  const { held, charged } = assignment.credits;
  const labelOf = useFieldLabel(assignment.platform);
  return (
    <Section
      id="details"
      title={details.title}
      aside={<CopyValue name={details.curlName} value={curlOf(assignment, apiAddress())} shown={details.curl} />}
    >
      <Table variant="vertical" layout="fixed" withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          <Row name={isStopped(status) ? details.wasScheduledFor : details.scheduledFor}>
            {scheduledAt ? <RelativeTime at={scheduledAt} /> : details.now}
          </Row>
          <Row name={details.created}>
            <RelativeTime at={createdAt} /> {createdBy ? details.createdBy(createdBy.name) : details.createdByProgram}
          </Row>
          <Row name={labels.credits}>
            {charged > 0 ? details.charged(charged) : held > 0 ? details.held(held) : labels.none}
          </Row>
          {Object.entries(payload).map(([name, value]) => (
            <Row key={name} name={labelOf(name)}>
              {textOf(value)}
            </Row>
          ))}
          {extras.map(({ field, item, status: state, at }) => (
            <Row key={`${field} ${item}`} name={item === null ? details.extra : details.extraOf(item)}>
              {labelOf(field)}: {details.extraStates[state]} {at !== null && <RelativeTime at={at} />}
            </Row>
          ))}
          {mediaUrl !== null && <Row name={details.media}>{mediaUrl}</Row>}
          {callbackUrl !== null && <Row name={details.webhookUrl}>{callbackUrl}</Row>}
          {externalId !== null && <Row name={labels.externalId}>{externalId}</Row>}
          <Row name={labels.id}>
            <CopyValue name={labels.id} value={id} />
          </Row>
          {temporal.url !== null && (
            <Row name={details.workflow}>
              <Anchor href={temporal.url} target="_blank" rel="noreferrer" underline="always">
                {details.openWorkflow}
              </Anchor>
            </Row>
          )}
          {temporal.runsUrl !== null && (
            <Row name={details.workflows}>
              <Anchor href={temporal.runsUrl} target="_blank" rel="noreferrer" underline="always">
                {details.openWorkflows}
              </Anchor>
            </Row>
          )}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={120} fw={500}>
        {name}
      </Table.Th>
      <Table.Td>
        <Text size="sm" component="div" className="breakable" lineClamp={6}>
          {children}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null ? Object.values(item).map(textOf).join(' ') : String(item);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? labels.none : value.map(itemText).join(', ');
  if (typeof value === 'boolean') return value ? details.yes : details.no;
  return value === '' ? details.empty : String(value);
}
