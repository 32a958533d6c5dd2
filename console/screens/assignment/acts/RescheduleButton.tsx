import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { InspectedAssignment } from '../../../../api/assignments/consoleSchema';
import { updateAssignment } from '../../../resources/assignments/changes';
import { timeLock } from '../../../resources/assignments/lock';
import { RescheduleForm } from '../../../resources/assignments/RescheduleForm';
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
          {labels.reschedule}
        </Button>
      )}
      <Modal opened={isOpen} onClose={leave} title={labels.reschedule}>
        <RescheduleForm scheduledAt={scheduledAt} lock={lock} save={save} onChange={setScheduledAt} onLeave={leave} />
      </Modal>
    </>
  );
}
