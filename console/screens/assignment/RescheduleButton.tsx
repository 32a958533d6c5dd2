import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { announce } from '../../parts/announce';
import { FaultAlert } from '../../parts/FaultAlert';
import { ScheduleField } from '../../parts/form/ScheduleField';
import { LockNotice } from '../../parts/LockNotice';
import { updateAssignment } from '../../resources/assignments/changes';
import { timeLock } from '../../resources/assignments/lock';
import { texts } from '../../texts/screens/assignment';
import { labels } from '../../texts/labels';

interface Props {
  assignment: InspectedAssignment;
  onDone: () => void;
}

/** Gives a post that is not public yet another time. The dialog stays open when that becomes impossible. */
export function RescheduleButton({ assignment, onDone }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const lock = timeLock(assignment);
  const [scheduledAt, setScheduledAt] = useState(assignment.scheduledAt);
  const save = useMutation({
    mutationFn: async () => updateAssignment(assignment.id, { scheduledAt }),
    onSuccess: () => {
      announce(texts.rescheduled);
      close();
      onDone();
    },
  });
  const begin = () => {
    setScheduledAt(assignment.scheduledAt);
    save.reset();
    open();
  };
  // The dialog stays during a save: a refusal is read here, beside the entered time.
  const leave = () => {
    if (!save.isPending) close();
  };
  return (
    <>
      {(lock === null || isOpen) && (
        <Button variant="default" onClick={begin}>
          {texts.reschedule}
        </Button>
      )}
      <Modal opened={isOpen} onClose={leave} title={texts.reschedule}>
        <Stack>
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
    </>
  );
}
