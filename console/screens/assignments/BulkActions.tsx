import { Button, Group, Paper, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isInPlace } from '../../../domain/assignment/allows';
import { publishCredits } from '../../../domain/credits';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { refreshAssignments } from '../../resources/assignments/changes';
import type { AssignmentRow } from '../../resources/assignments/list';
import { counted, credits } from '../../words/amounts';
import { actOnRows } from './bulk';
import type { BulkAct, Report } from './bulk';

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
    <Paper component="section" aria-label="Selection" p="xs">
      <Group gap="xs">
        <Text size="sm" fw={600} className="tabular" role="status">
          {counted(rows.length, 'post')} selected
        </Text>
        <Button
          size="compact-sm"
          loading={retry.isPending}
          disabled={retriable.length === 0}
          onClick={() => retry.mutate()}
        >
          {retriable.length === 0 ? 'Retry' : `Retry for ${credits(cost)}`}
        </Button>
        <ConfirmButton
          size="compact-sm"
          label="Cancel the posts"
          disabled={!rows.some(({ status }) => isInPlace('cancel', { status }))}
          warning={`${counted(rows.length, 'post')} will not be published. The parts that are at the platforms already are removed, and the credits come back, except those of a past cycle. A post that has ended is refused and stays as it is.`}
          run={async () => run('cancel')}
        />
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear the selection
        </Button>
      </Group>
    </Paper>
  );
}
