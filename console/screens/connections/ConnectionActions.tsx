import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { openConsent } from '../../resources/connections/consent';
import { refreshConnections } from '../../resources/connections/queries';
import type { ConnectionRow } from '../../resources/connections/queries';

interface Props {
  connection: ConnectionRow;
  mayManage: boolean;
}

/** Every member may ask the platform for new access; the rest is for owners and admins (contract.md §8). */
export function ConnectionActions({ connection, mayManage }: Props) {
  const queries = useQueryClient();
  const { id, name, platform, isActive, tokenStatus } = connection;
  const refresh = async () => refreshConnections(queries);
  const renew = useMutation({
    mutationFn: async () => api.refreshConnectionToken({ connectionId: id }),
    onSuccess: async ({ tokenStatus: status }) => {
      announce(status === 'valid' ? `The access to “${name}” works.` : `The platform refuses access to “${name}”.`);
      await refresh();
    },
    onError: announceFault,
  });
  const reconnect = useMutation({
    mutationFn: async () => openConsent(platform, id),
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
          aria-label={`Check the access to ${name}`}
          loading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          Check the access
        </Button>
      )}
      {mayManage && (
        <>
          <Button
            size="xs"
            variant={tokenStatus === 'valid' ? 'default' : 'filled'}
            aria-label={`Connect again: ${name}`}
            loading={reconnect.isPending}
            onClick={() => reconnect.mutate()}
          >
            Connect again
          </Button>
          {isActive ? (
            <ConfirmButton
              size="xs"
              label="Deactivate"
              name={`Deactivate ${name}`}
              warning={`Nothing more is published to “${name}”. Posts that are not public yet fail at their time, unless you activate it before.`}
              run={async () => api.updateConnection({ connectionId: id, isActive: false })}
              onDone={() => void refresh()}
            />
          ) : (
            <Button
              size="xs"
              aria-label={`Activate ${name}`}
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              Activate
            </Button>
          )}
          <ConfirmButton
            size="xs"
            label="Remove"
            name={`Remove ${name}`}
            warning={`“${name}” is no longer listed, and our access to it is revoked. Posts that are not public yet fail; what is public stays. You can connect it again later.`}
            run={async () => api.removeConnection({ connectionId: id })}
            onDone={() => void refresh()}
          />
        </>
      )}
    </Group>
  );
}
