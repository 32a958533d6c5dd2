import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { InspectedAssignment } from '../../../../api/assignments/consoleSchema';
import { FaultAlert } from '../../../parts/FaultAlert';
import { ScheduleField } from '../../../parts/form/ScheduleField';
import { LockNotice } from '../../../parts/LockNotice';
import { updateAssignment } from '../../../resources/assignments/changes';
import { timeLock } from '../../../resources/assignments/lock';
import { texts } from '../../../texts/screens/assignment';
import { labels } from '../../../texts/labels';
import { useChangeDialog } from './useChangeDialog';

interface Props {
  assignment: InspectedAssignment;
  onDone: () => void;
}

/** Gives a post that is not public yet another time. The dialog stays open when that becomes impossible. */
export function RescheduleButton({ assignment, onDone }: Props) {
  const lock = timeLock(assignment);
  const [scheduledAt, setScheduledAt] = useState(assignment.scheduledAt);
  const {
    isOpen,
    begin,
    leave,
    change: save,
  } = useChangeDialog({
    send: async () => updateAssignment(assignment.id, { scheduledAt }),
    done: () => texts.rescheduled,
    onDone,
  });
  const beginAnew = () => {
    setScheduledAt(assignment.scheduledAt);
    begin();
  };
  return (
    <>
      {(lock === null || isOpen) && (
        <Button variant="default" onClick={beginAnew}>
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
