import { Button, Group, Paper, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isInPlace } from '../../../domain/assignment/allows';
import { publishCredits } from '../../../domain/credits';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { refreshAssignments } from '../../resources/assignments/changes';
import type { AssignmentRow } from '../../resources/assignments/list';
import { texts as catalogue } from '../../texts/screens/assignments';
import { labels } from '../../texts/labels';
import { actOnRows } from './bulk';
import type { BulkAct, Report } from './bulk';

const texts = catalogue.bulk;

interface Props {
  /** The selected rows. */
  rows: readonly AssignmentRow[];
  onClear: () => void;
  onReport: (report: Report) => void;
}

/** The actions on all selected rows. The API judges each row, and its refusals are reported. */
export function BulkActions({ rows, onClear, onReport }: Props) {
  const queries = useQueryClient();
  const run = async (act: BulkAct) => {
    onReport(await actOnRows(act, rows));
    await refreshAssignments(queries);
  };
  const retry = useMutation({ mutationFn: async () => run('retry') });
  const retriable = rows.filter(({ status }) => isInPlace('retry', { status }));
  const cost = retriable.reduce((sum, { type }) => sum + publishCredits[type], 0);
  return (
    <Paper component="section" aria-label={texts.title} p="xs">
      <Group gap="xs">
        <Text size="sm" fw={600} className="tabular" role="status">
          {texts.selected(rows.length)}
        </Text>
        <Button
          size="compact-sm"
          loading={retry.isPending}
          disabled={retriable.length === 0}
          onClick={() => retry.mutate()}
        >
          {retriable.length === 0 ? labels.retry : texts.retryFor(cost)}
        </Button>
        <ConfirmButton
          size="compact-sm"
          label={texts.cancel}
          disabled={!rows.some(({ status }) => isInPlace('cancel', { status }))}
          warning={texts.cancelWarning(rows.length)}
          run={async () => run('cancel')}
        />
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {texts.clear}
        </Button>
      </Group>
    </Paper>
  );
}
