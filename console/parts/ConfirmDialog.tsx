import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../texts/parts';
import { announceFault } from './announce';
import { FaultAlert } from './FaultAlert';
import { LockNotice } from './LockNotice';
import { useOpened } from './useOpened';

export interface Confirmed {
  /** The act, on both buttons: "Cancel post". */
  label: string;
  /** The effect of the action, for the user to confirm. */
  warning: ReactNode;
  /** The reason why the act cannot be done now: it is not offered, and an open dialog says so. Null: it can be done. */
  lock?: string | null;
  run: () => Promise<unknown>;
  onDone?: () => void;
}

interface Props extends Confirmed {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before an act that cannot be undone, and states the effect. Each opening needs another key: the last fault goes with it. */
export function ConfirmDialog({ label, warning, lock = null, run, onDone, isOpen, onClose }: Props) {
  const isOpened = useOpened(isOpen);
  const content = useRef<HTMLDivElement>(null);
  const act = useMutation({
    mutationFn: run,
    onSuccess: () => {
      onClose();
      onDone?.();
    },
    onError: (error) => {
      // The dialog may have gone with the row that it was for.
      if (content.current === null) announceFault(error);
    },
  });
  // An action that is under way can no longer be kept from happening.
  const leave = () => {
    if (!act.isPending) onClose();
  };
  return (
    <Modal opened={isOpened} onClose={leave} title={label}>
      <Stack ref={content}>
        <Text size="sm" component="div">
          {warning}
        </Text>
        {!act.isPending && <LockNotice reason={lock} />}
        {act.isError && <FaultAlert error={act.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave} disabled={act.isPending} data-autofocus>
            {texts.keep}
          </Button>
          <Button color="red" loading={act.isPending} disabled={lock !== null} onClick={() => act.mutate()}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
