import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce, announceFault } from '../../parts/announce';
import { FaultAlert } from '../../parts/FaultAlert';
import { ScheduleField } from '../../parts/form/ScheduleField';
import { LockNotice } from '../../parts/LockNotice';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/nextActions';
import { refreshAssignments, updateAssignment } from './changes';
import type { AssignmentRow } from './list';
import { timeLock } from './lock';
import { titleOf } from './titleOf';

interface Props {
  post: AssignmentRow;
  /** Is called when it is out of sight. */
  onClosed: () => void;
}

/** Gives a post that waits another time. */
export function RescheduleDialog({ post, onClosed }: Props) {
  const queries = useQueryClient();
  const [isOpen, { close }] = useDisclosure(true);
  const [scheduledAt, setScheduledAt] = useState(post.scheduledAt);
  const content = useRef<HTMLDivElement>(null);
  const title = titleOf(post);
  const lock = timeLock({ status: post.status, isPaused: false });
  const save = useMutation({
    mutationFn: async () => updateAssignment(post.id, { scheduledAt }),
    onSuccess: async () => {
      close();
      announce(texts.rescheduled(title));
      await refreshAssignments(queries);
    },
    onError: (error) => {
      // The dialog may have gone with the row that it was for.
      if (content.current === null) announceFault(error);
    },
  });
  const leave = () => {
    if (!save.isPending) close();
  };
  return (
    <Modal opened={isOpen} onClose={leave} onExitTransitionEnd={onClosed} title={texts.rescheduleName(title)}>
      <Stack ref={content}>
        <ScheduleField value={scheduledAt} onChange={setScheduledAt} />
        <LockNotice reason={lock} />
        {save.isError && <FaultAlert error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave} disabled={save.isPending}>
            {labels.cancel}
          </Button>
          <Button loading={save.isPending} disabled={lock !== null} onClick={() => save.mutate()}>
            {texts.reschedule}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
