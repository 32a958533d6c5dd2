import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../../api/assignments/consoleSchema';
import { isInPlace } from '../../../../domain/assignment/allows';
import { publishCredits } from '../../../../domain/credits';
import { api } from '../../../http/client';
import { announce, announceFault } from '../../../parts/announce';
import { ConfirmButton } from '../../../parts/ConfirmButton';
import { ButtonLink } from '../../../parts/links';
import { refreshAssignments } from '../../../resources/assignments/changes';
import { cancelLock } from '../../../resources/assignments/lock';
import { isDeleted } from '../../../resources/assignments/nextAction';
import { texts } from '../../../texts/screens/assignment';
import { lookOf } from './act';
import type { ActProps } from './act';
import { EditButton } from './EditButton';
import { RescheduleButton } from './RescheduleButton';
import { ResolveButton } from './ResolveButton';
import type { Mend } from '../story';
import { UnpublishButton } from './UnpublishButton';

interface Props {
  assignment: InspectedAssignment;
  /** The act that the story ends with: it is first, and has the look of the primary one. */
  mend: Mend | null;
}

/** The actions that the state allows, by the table that the API judges by (domain/assignment/allows.ts). */
export function AssignmentActions({ assignment, mend }: Props) {
  const queries = useQueryClient();
  const { id, status } = assignment;
  const refresh = () => void refreshAssignments(queries);
  const props = (act: Mend) => ({ assignment, onDone: refresh, look: lookOf(act === mend) });
  const all: readonly (readonly [string, ReactNode])[] = [
    ['view', <ViewLink key="view" {...props('view')} />],
    ['anew', mend === 'anew' && <AnewLink key="anew" {...props('anew')} />],
    ['channels', mend === 'channels' && <ChannelsLink key="channels" {...props('channels')} />],
    ['retry', isInPlace('retry', { status }) && <RetryButton key="retry" {...props('retry')} />],
    ['resolve', <ResolveButton key="resolve" {...props('resolve')} />],
    ['reschedule', <RescheduleButton key="reschedule" assignment={assignment} onDone={refresh} />],
    ['edit', <EditButton key="edit" {...props('edit')} />],
    ['takeDown', <UnpublishButton key="takeDown" {...props('takeDown')} />],
    [
      'cancel',
      <ConfirmButton
        key="cancel"
        label={texts.cancel}
        warning={texts.cancelWarning}
        lock={cancelLock(status)}
        run={async () => api.cancelAssignment({ assignmentId: id })}
        onDone={refresh}
      />,
    ],
  ];
  const isFirst = ([act]: readonly [string, ReactNode]) => act === mend;
  // A keyed button keeps its open dialog where it changes its place.
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))].map(([act, button]) => (
    <Fragment key={act}>{button}</Fragment>
  ));
}

function ViewLink({ assignment: { platformUrl, removal }, look }: ActProps) {
  if (platformUrl === null || isDeleted({ removal })) return null;
  return (
    <Button
      component="a"
      href={platformUrl}
      target="_blank"
      rel="noreferrer"
      rightSection={<ExternalLink aria-hidden size={16} />}
      {...look}
    >
      {texts.viewPost}
    </Button>
  );
}

/** A failed post keeps its content: the edited content becomes a new post. */
function AnewLink({ assignment, look }: ActProps) {
  return (
    <ButtonLink to="/compose" search={{ from: assignment.id }} {...look}>
      {texts.editAndRetry}
    </ButtonLink>
  );
}

function ChannelsLink({ look }: ActProps) {
  return (
    <ButtonLink to="/connections" {...look}>
      {texts.goToChannels}
    </ButtonLink>
  );
}

/** A retry is the second way where the content is the cause. */
function RetryButton({ assignment: { id, type }, onDone, look }: ActProps) {
  const retry = useMutation({
    mutationFn: async () => api.retryAssignment({ assignmentId: id }),
    onSuccess: () => {
      announce(texts.retried);
      onDone();
    },
    onError: announceFault,
  });
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate()} {...look}>
      {texts.retry(publishCredits[type])}
    </Button>
  );
}
