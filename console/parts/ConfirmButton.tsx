import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultAlert } from './FaultAlert';

interface Props extends ButtonProps {
  /** The act, on both buttons: "Cancel the post". */
  label: string;
  /** The name of the button where there are several of them, such as one a row. */
  name?: string;
  /** The effect of the action, for the user to confirm. */
  warning: ReactNode;
  run: () => Promise<unknown>;
  onDone?: () => void;
}

/** A button for what cannot be taken back: it asks first, and says what will happen. */
export function ConfirmButton({ label, name, warning, run, onDone, ...look }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const act = useMutation({
    mutationFn: run,
    onSuccess: () => {
      close();
      onDone?.();
    },
  });
  // An action that is under way can no longer be kept from happening.
  const leave = () => {
    if (!act.isPending) close();
  };
  return (
    <>
      <Button variant="default" aria-label={name ?? label} onClick={open} {...look}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={label} onExitTransitionEnd={act.reset}>
        <Stack>
          <Text size="sm" component="div">
            {warning}
          </Text>
          {act.isError && <FaultAlert error={act.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} disabled={act.isPending} data-autofocus>
              Keep it as it is
            </Button>
            <Button color="red" loading={act.isPending} onClick={() => act.mutate()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
