import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { InspectedAssignment } from '../../api/assignments/consoleSchema';
import { canFire } from '../../domain/assignment';
import { publishCredits } from '../../domain/credits';
import { cancelAssignment, refreshAssignments, retryAssignment } from '../assignments/queries';
import { announce, announceFault } from '../parts/announce';
import { ConfirmButton } from '../parts/ConfirmButton';
import { credits } from '../words/amounts';
import { EditButton } from './EditButton';
import { RescheduleButton } from './RescheduleButton';

/** The actions that the state allows, by the table that the API judges by (domain/assignment.ts). */
export function AssignmentActions({ assignment }: { assignment: InspectedAssignment }) {
  const queries = useQueryClient();
  const { id, status, type, platformUrl } = assignment;
  const refresh = async () => refreshAssignments(queries);
  const retry = useMutation({
    mutationFn: async () => retryAssignment(id),
    onSuccess: async () => {
      announce('It is tried again.');
      await refresh();
    },
    onError: announceFault,
  });
  return (
    <>
      {platformUrl !== null && (
        <Button
          component="a"
          href={platformUrl}
          target="_blank"
          rel="noreferrer"
          rightSection={<ExternalLink aria-hidden size={16} />}
        >
          See the post
        </Button>
      )}
      {canFire('retry', status) && (
        <Button loading={retry.isPending} onClick={() => retry.mutate()}>
          Retry for {credits(publishCredits[type])}
        </Button>
      )}
      <RescheduleButton assignment={assignment} onDone={() => void refresh()} />
      <EditButton assignment={assignment} onDone={() => void refresh()} />
      {canFire('cancel', status) && (
        <ConfirmButton
          label="Cancel the post"
          warning="It will not be published. Its part that is at the platform already is removed, and its credits come back. This cannot be taken back."
          run={async () => cancelAssignment(id)}
          onDone={() => void refresh()}
        />
      )}
    </>
  );
}
