import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { apiAddress } from '../../http/apiAddress';
import { CopyValue } from '../../parts/CopyValue';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { useFieldLabel } from '../../payload/labels';
import { credits } from '../../words/amounts';
import { isStopped } from '../../words/states';
import { curlOf } from './curl';

/** The request, its cost, and the ids by which programs know it. */
export function Details({ assignment }: { assignment: InspectedAssignment }) {
  const { id, status, payload, mediaUrl, scheduledAt } = assignment;
  const { createdAt, createdBy, externalId, callbackUrl, temporal } = assignment;
  const { held, charged } = assignment.credits;
  const labelOf = useFieldLabel(assignment.platform);
  return (
    <Section
      id="details"
      title="Details"
      aside={<CopyValue name="as curl" value={curlOf(assignment, apiAddress())} shown="curl" />}
    >
      <Table variant="vertical" layout="fixed" withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          <Row name={isStopped(status) ? 'Was to go live' : 'Goes live'}>
            {scheduledAt ? <RelativeTime at={scheduledAt} /> : 'As soon as possible'}
          </Row>
          <Row name="Created">
            <RelativeTime at={createdAt} /> by {createdBy?.name ?? 'a program'}
          </Row>
          <Row name="Credits">
            {charged > 0 ? `${credits(charged)} charged` : held > 0 ? `${credits(held)} held` : 'None'}
          </Row>
          {Object.entries(payload).map(([name, value]) => (
            <Row key={name} name={labelOf(name)}>
              {textOf(value)}
            </Row>
          ))}
          {mediaUrl !== null && <Row name="Media">{mediaUrl}</Row>}
          {callbackUrl !== null && <Row name="Webhooks to">{callbackUrl}</Row>}
          {externalId !== null && <Row name="External id">{externalId}</Row>}
          <Row name="Id">
            <CopyValue name="the id" value={id} />
          </Row>
          {temporal.url !== null && (
            <Row name="Workflow">
              <Anchor href={temporal.url} target="_blank" rel="noreferrer" underline="always">
                Open in the Temporal UI
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

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? 'Empty' : String(value);
}
