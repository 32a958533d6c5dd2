import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ButtonLink } from '../../parts/links';
import { texts } from '../../texts/nextActions';
import { useViewer } from '../../viewer/viewer';
import { openConsent } from './consent';
import { refreshConnections } from './queries';
import type { ConnectionRow } from './queries';

interface Props extends ButtonProps {
  connection: Pick<ConnectionRow, 'id' | 'name' | 'platform' | 'isActive'>;
}

/** The one button that makes a channel work again. A member who may not do so is led to the channel. */
export function MendChannel({ connection, ...look }: Props) {
  const { may } = useViewer();
  if (!may('connection.manage'))
    return (
      <ButtonLink
        to="/connections"
        search={{ search: connection.name }}
        aria-label={texts.viewChannelName(connection.name)}
        {...look}
      >
        {texts.viewChannel}
      </ButtonLink>
    );
  return connection.isActive ? (
    <Reconnect connection={connection} {...look} />
  ) : (
    <Activate connection={connection} {...look} />
  );
}

function Reconnect({ connection: { id, name, platform }, ...look }: Props) {
  const reconnect = useMutation({
    mutationFn: async () => openConsent({ platform, connectionId: id }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: announceFault,
  });
  return (
    <Button
      aria-label={texts.reconnectName(name)}
      loading={reconnect.isPending}
      onClick={() => reconnect.mutate()}
      {...look}
    >
      {texts.reconnect}
    </Button>
  );
}

function Activate({ connection: { id, name }, ...look }: Props) {
  const queries = useQueryClient();
  const activate = useMutation({
    mutationFn: async () => api.updateConnection({ connectionId: id, isActive: true }),
    onSuccess: async () => {
      announce(texts.activated(name));
      await refreshConnections(queries);
    },
    onError: announceFault,
  });
  return (
    <Button
      aria-label={texts.activateName(name)}
      loading={activate.isPending}
      onClick={() => activate.mutate()}
      {...look}
    >
      {texts.activate}
    </Button>
  );
}
