import { CloseButton, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { TextLink } from '../../parts/links';
import { Section } from '../../parts/Section';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts } from '../../texts/screens/assignments';
import { bulkActs, reportTitle } from './bulk';
import type { Report } from './bulk';

interface Props {
  /** Null: there is none. */
  report: Report | null;
  onClose: () => void;
}

/** The outcome of an action on several rows: row by row, with the reason of each refusal. It is read out when it comes. */
export function BulkReport({ report, onClose }: Props) {
  return (
    <>
      <VisuallyHidden role="status">{report && reportTitle(report)}</VisuallyHidden>
      {report && (
        <Section
          id="report"
          title={reportTitle(report)}
          aside={<CloseButton aria-label={texts.bulk.closeReport} onClick={onClose} />}
        >
          <Rows {...report} />
        </Section>
      )}
    </>
  );
}

function Rows({ act, rows }: Report) {
  return (
    <List listStyleType="none" spacing="xs" size="sm" styles={{ itemWrapper: { width: '100%' } }}>
      {rows.map(({ row, refusal }) => (
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
