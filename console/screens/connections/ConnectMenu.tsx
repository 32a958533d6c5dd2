import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { PlatformSlug } from '../../../domain/platform';
import { announceFault } from '../../parts/announce';
import { openConsent } from '../../resources/connections/consent';
import { texts } from '../../texts/screens/connections';
import { useViewer } from '../../viewer/viewer';

/** Leads to the consent of a platform. */
export function ConnectMenu() {
  const { platforms } = useViewer();
  const connect = useMutation({
    mutationFn: async (platform: PlatformSlug) => openConsent(platform),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: announceFault,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={connect.isPending} leftSection={<Plus aria-hidden size={16} />}>
          {texts.connect}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {platforms.map(({ slug, name }) => (
          <Menu.Item key={slug} onClick={() => connect.mutate(slug)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
