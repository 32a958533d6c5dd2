import { CloseButton, List, Text, ThemeIcon } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { Section } from '../parts/Section';
import { TextLink } from '../parts/links';
import { bulkActs, reportTitle } from './bulk';
import type { BulkAct, RowReport } from './bulk';
import { titleOf } from './titleOf';

interface Props {
  act: BulkAct;
  reports: readonly RowReport[];
  onClose: () => void;
}

/** The outcome of an action on several rows: row by row, with the reason of each refusal. */
export function BulkReport({ act, reports, onClose }: Props) {
  return (
    <Section
      id="report"
      title={reportTitle(act, reports)}
      aside={<CloseButton aria-label="Close the report" onClick={onClose} />}
    >
      <List listStyleType="none" spacing="xs" size="sm" styles={{ itemWrapper: { width: '100%' } }}>
        {reports.map(({ row, refusal }) => (
          <List.Item key={row.id} icon={<ResultIcon isDone={refusal === null} />}>
            <TextLink to="/assignments/$assignmentId" params={{ assignmentId: row.id }} size="sm">
              {titleOf(row)}
            </TextLink>
            <Text span size="sm" className="breakable">
              {refusal === null ? ` ${bulkActs[act].done}` : `: ${refusal}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function ResultIcon({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? Check : X;
  return (
    <ThemeIcon size="sm" radius="xl" color={isDone ? 'teal' : 'red'} variant="light">
      <Icon aria-hidden size={12} />
    </ThemeIcon>
  );
}
