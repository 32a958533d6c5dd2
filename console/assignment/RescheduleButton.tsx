import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InspectedAssignment } from '../../api/assignments/consoleSchema';
import { announce } from '../parts/announce';
import { FaultAlert } from '../parts/FaultAlert';
import { ScheduleField } from '../parts/ScheduleField';
import { updateAssignment } from './queries';

interface Props {
  assignment: InspectedAssignment;
  onDone: () => void;
}

/** Gives a post that is not public yet another time. */
export function RescheduleButton({ assignment, onDone }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [scheduledAt, setScheduledAt] = useState(assignment.scheduledAt);
  const save = useMutation({
    mutationFn: async () => updateAssignment(assignment.id, { scheduledAt }),
    onSuccess: () => {
      announce('The post has another time.');
      close();
      onDone();
    },
  });
  const begin = () => {
    setScheduledAt(assignment.scheduledAt);
    save.reset();
    open();
  };
  return (
    <>
      <Button variant="default" onClick={begin}>
        Reschedule
      </Button>
      <Modal opened={isOpen} onClose={close} title="Reschedule">
        <Stack>
          <ScheduleField value={scheduledAt} onChange={setScheduledAt} />
          {save.isError && <FaultAlert error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep the time
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              Reschedule
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
