import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { openConsent } from '../../resources/connections/consent';
import { refreshConnections } from '../../resources/connections/queries';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/connections';

interface Props {
  connection: ConnectionRow;
  mayManage: boolean;
}

/** In pixels, of either label: a switch moves no button beside it under somebody's pointer. */
const switchWidth = 100;

/** Every member may ask the platform for new access; the rest is for owners and admins (contract.md §8). */
export function ConnectionActions({ connection, mayManage }: Props) {
  const queries = useQueryClient();
  const { id, name, platform, isActive, tokenStatus } = connection;
  const refresh = async () => refreshConnections(queries);
  const renew = useMutation({
    mutationFn: async () => api.refreshConnectionToken({ connectionId: id }),
    onSuccess: async ({ tokenStatus: status }) => {
      announce(status === 'valid' ? texts.accessWorks(name) : texts.accessRefused(name));
      await refresh();
    },
    onError: announceFault,
  });
  const reconnect = useMutation({
    mutationFn: async () => openConsent({ platform, connectionId: id }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: announceFault,
  });
  const activate = useMutation({
    mutationFn: async () => api.updateConnection({ connectionId: id, isActive: true }),
    onSuccess: refresh,
    onError: announceFault,
  });
  return (
    <Group gap="xs">
      {tokenStatus !== 'missing' && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.testName(name)}
          loading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {texts.test}
        </Button>
      )}
      {mayManage && (
        <>
          <Button
            size="xs"
            variant={tokenStatus === 'valid' ? 'default' : 'filled'}
            aria-label={texts.reconnectName(name)}
            loading={reconnect.isPending}
            onClick={() => reconnect.mutate()}
          >
            {texts.reconnect}
          </Button>
          {isActive ? (
            <ConfirmButton
              key="off"
              size="xs"
              miw={switchWidth}
              label={texts.deactivate}
              name={texts.deactivateName(name)}
              warning={texts.deactivateWarning(name)}
              run={async () => api.updateConnection({ connectionId: id, isActive: false })}
              onDone={() => void refresh()}
            />
          ) : (
            <Button
              key="on"
              size="xs"
              miw={switchWidth}
              aria-label={texts.activateName(name)}
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              {texts.activate}
            </Button>
          )}
          <ConfirmButton
            size="xs"
            label={texts.remove}
            name={texts.removeName(name)}
            warning={texts.removeWarning(name)}
            run={async () => api.removeConnection({ connectionId: id })}
            onDone={() => void refresh()}
          />
        </>
      )}
    </Group>
  );
}
