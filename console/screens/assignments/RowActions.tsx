import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, RotateCcw } from 'lucide-react';
import { isInPlace } from '../../../domain/assignment/allows';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { refreshAssignments } from '../../resources/assignments/changes';
import type { AssignmentRow } from '../../resources/assignments/list';
import { cancelLock } from '../../resources/assignments/lock';
import { texts } from '../../texts/screens/assignments';
import { labels } from '../../texts/labels';

/** The actions that the status of the row allows, by the table that the API judges by. */
export function RowActions({ row, title }: { row: AssignmentRow; title: string }) {
  const queries = useQueryClient();
  const refresh = async () => refreshAssignments(queries);
  const retry = useMutation({
    mutationFn: async () => api.retryAssignment({ assignmentId: row.id }),
    onSuccess: async () => {
      announce(texts.retried(title));
      await refresh();
    },
    onError: announceFault,
  });
  return (
    <Group gap="xs" wrap="nowrap">
      {isInPlace('retry', { status: row.status }) && (
        <Tooltip label={labels.retry}>
          <ActionIcon
            variant="default"
            aria-label={texts.retryName(title)}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            <RotateCcw aria-hidden size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        label={texts.cancel}
        name={texts.cancelName(title)}
        warning={texts.cancelWarning(title)}
        lock={cancelLock(row.status)}
        run={async () => api.cancelAssignment({ assignmentId: row.id })}
        onDone={() => void refresh()}
      />
      {row.platformUrl !== null && (
        <Tooltip label={texts.view}>
          <ActionIcon
            component="a"
            variant="default"
            href={row.platformUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.viewName(title)}
          >
            <ExternalLink aria-hidden size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
