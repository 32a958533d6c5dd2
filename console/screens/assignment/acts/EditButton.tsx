import { Button, Modal } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../parts/lazyPart';
import { PendingScreen } from '../../../parts/PendingScreen';
import { updateAssignment } from '../../../resources/assignments/changes';
import type { Changes } from '../../../resources/assignments/changes';
import { contentLock } from '../../../resources/assignments/lock';
import { texts } from '../../../texts/screens/assignment';
import type { ActProps } from './act';
import { useChangeDialog } from './useChangeDialog';

/** The form has parts that nothing else on the screen needs, so it is loaded when it is opened. */
const EditForm = lazyPart(async () => (await import('./EditForm')).EditForm);

/**
 * Changes the content of a post: before it is public, or on the platform itself. The dialog stays open, with the typed
 * text, when the post comes to a state in which nothing can be changed.
 */
export function EditButton({ assignment, onDone, look }: ActProps) {
  const lock = contentLock(assignment);
  const {
    isOpen,
    begin,
    leave,
    change: save,
  } = useChangeDialog({
    send: async (changes: Changes) => updateAssignment(assignment.id, changes),
    done: () => texts.edited,
    onDone,
  });
  return (
    <>
      {(lock === null || isOpen) && (
        <Button onClick={begin} {...look}>
          {texts.edit}
        </Button>
      )}
      <Modal opened={isOpen} onClose={leave} title={texts.editTitle} size="lg">
        <Suspense fallback={<PendingScreen />}>
          <EditForm assignment={assignment} lock={lock} save={save} onClose={leave} />
        </Suspense>
      </Modal>
    </>
  );
}
