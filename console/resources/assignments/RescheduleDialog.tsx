import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce, announceFault } from '../../parts/announce';
import { useOpened } from '../../parts/useOpened';
import { texts } from '../../texts/nextActions';
import { refreshAssignments, updateAssignment } from './changes';
import type { AssignmentRow } from './list';
import { timeLock } from './lock';
import { RescheduleForm } from './RescheduleForm';
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
  const isOpened = useOpened(isOpen);
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
    <Modal opened={isOpened} onClose={leave} onExitTransitionEnd={onClosed} title={texts.rescheduleName(title)}>
      <RescheduleForm
        ref={content}
        scheduledAt={scheduledAt}
        lock={lock}
        save={save}
        onChange={setScheduledAt}
        onLeave={leave}
      />
    </Modal>
  );
}
