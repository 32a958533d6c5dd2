import { Button, getDefaultZIndex, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../http/client';
import { FaultAlert } from '../parts/FaultAlert';
import { useOpened } from '../parts/useOpened';
import { logIn, logOut } from '../session/session';
import { useSession } from '../session/useSession';
import { labels } from '../texts/labels';
import { texts } from '../texts/app';

/** Above each dialog that was open before, the palette included. */
const zIndex = getDefaultZIndex('max') + 1;

/**
 * The dialog that asks for the password again when a session has ended. The screen and its dialogs stay below it, with
 * all typed text. Another person has to log out first, since the data on the screen are not theirs.
 */
export function ExpiredDialog({ onReturn }: { onReturn: () => void }) {
  const session = useSession();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const isOpened = useOpened(session.status === 'expired');
  const email = session.status === 'expired' ? session.email : '';
  const enter = useMutation({
    mutationFn: async () => api.logIn({ email, password }),
    onSuccess: ({ token }) => {
      setPassword('');
      logIn(token, email);
      void queries.invalidateQueries();
      onReturn();
    },
  });
  return (
    <Modal
      opened={isOpened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={zIndex}
      title={texts.sessionEnded}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{texts.logInAgain(email)}</Text>
          <PasswordInput
            label={labels.password}
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {enter.isError && <FaultAlert error={enter.error} />}
          <Group justify="space-between">
            <Button variant="default" onClick={logOut}>
              {labels.logOut}
            </Button>
            <Button type="submit" loading={enter.isPending}>
              {labels.logIn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
