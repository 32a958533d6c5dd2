import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { isInPlace } from '../../../domain/assignment/allows';
import { publishCredits } from '../../../domain/credits';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { ButtonLink } from '../../parts/links';
import { refreshAssignments } from '../../resources/assignments/changes';
import { cancelLock } from '../../resources/assignments/lock';
import { texts } from '../../texts/screens/assignment';
import { failureWords } from '../../words/failures';
import { EditButton } from './EditButton';
import { RescheduleButton } from './RescheduleButton';
import { ResolveButton } from './ResolveButton';
import { UnpublishButton } from './UnpublishButton';

interface Props {
  assignment: InspectedAssignment;
}

/** The actions that the state allows, by the table that the API judges by (domain/assignment/allows.ts). */
export function AssignmentActions({ assignment }: Props) {
  const queries = useQueryClient();
  const { id, status, platformUrl } = assignment;
  const refresh = async () => refreshAssignments(queries);
  return (
    <>
      {platformUrl !== null && !isDeleted(assignment) && (
        <Button
          component="a"
          href={platformUrl}
          target="_blank"
          rel="noreferrer"
          rightSection={<ExternalLink aria-hidden size={16} />}
        >
          {texts.viewPost}
        </Button>
      )}
      {isInPlace('retry', { status }) && <AfterFailure assignment={assignment} />}
      <ResolveButton assignment={assignment} onDone={() => void refresh()} />
      <RescheduleButton assignment={assignment} onDone={() => void refresh()} />
      <EditButton assignment={assignment} onDone={() => void refresh()} />
      <UnpublishButton assignment={assignment} onDone={() => void refresh()} />
      <ConfirmButton
        label={texts.cancel}
        warning={texts.cancelWarning}
        lock={cancelLock(status)}
        run={async () => api.cancelAssignment({ assignmentId: id })}
        onDone={() => void refresh()}
      />
    </>
  );
}

function isDeleted({ removal }: InspectedAssignment): boolean {
  return removal?.status === 'done' && removal.mode === 'delete';
}

/** The ways to publish a post that failed. A retry is the second one where its content is the cause. */
function AfterFailure({ assignment: { id, type, errors } }: Props) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: async () => api.retryAssignment({ assignmentId: id }),
    onSuccess: async () => {
      announce(texts.retried);
      await refreshAssignments(queries);
    },
    onError: announceFault,
  });
  const needsNewPost = errors.some(({ code }) => failureWords(code).needsNewPost);
  return (
    <>
      {needsNewPost && (
        <ButtonLink to="/compose" search={{ from: id }}>
          {texts.duplicate}
        </ButtonLink>
      )}
      <Button variant={needsNewPost ? 'default' : 'filled'} loading={retry.isPending} onClick={() => retry.mutate()}>
        {texts.retry(publishCredits[type])}
      </Button>
    </>
  );
}
