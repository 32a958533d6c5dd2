import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../texts/parts';
import { announceFault } from './announce';
import { FaultAlert } from './FaultAlert';
import { LockNotice } from './LockNotice';

interface Props extends ButtonProps {
  /** The act, on both buttons: "Cancel post". */
  label: string;
  /** The name of the button where there are several such buttons, for example in each row. */
  name?: string;
  /** The effect of the action, for the user to confirm. */
  warning: ReactNode;
  /** The reason why the act cannot be done now: it is not offered, and an open dialog says so. Null: it can be done. */
  lock?: string | null;
  run: () => Promise<unknown>;
  onDone?: () => void;
}

/** A button for an act that cannot be undone: it asks first, and states the effect. */
export function ConfirmButton({ label, name, warning, lock = null, run, onDone, ...look }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const content = useRef<HTMLDivElement>(null);
  const act = useMutation({
    mutationFn: run,
    onSuccess: () => {
      close();
      onDone?.();
    },
    onError: (error) => {
      // The dialog may have gone with the row that it was for.
      if (content.current === null) announceFault(error);
    },
  });
  const begin = () => {
    act.reset();
    open();
  };
  // An action that is under way can no longer be kept from happening.
  const leave = () => {
    if (!act.isPending) close();
  };
  if (lock !== null && !isOpen) return null;
  return (
    <>
      <Button variant="default" aria-label={name ?? label} onClick={begin} {...look}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={label}>
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
    </>
  );
}
