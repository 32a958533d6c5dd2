import { Button, Menu } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PlatformSlug } from '../../../domain/platform';
import { announceFault } from '../../parts/announce';
import { openConsent } from './consent';
import { texts } from '../../texts/connecting';
import { useViewer } from '../../viewer/viewer';
import { ConsentDialog } from './ConsentDialog';

/** Leads to the consent of a platform, by way of its features where it has some. */
export function ConnectMenu(look: ButtonProps) {
  const { platforms } = useViewer();
  const [chosen, choose] = useState<(typeof platforms)[number] | null>(null);
  const connect = useMutation({
    mutationFn: async (platform: PlatformSlug) => openConsent({ platform }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: announceFault,
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button loading={connect.isPending} leftSection={<Plus aria-hidden size={16} />} {...look}>
            {texts.connect}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {platforms.map((platform) => (
            <Menu.Item
              key={platform.slug}
              onClick={() => (platform.features.length === 0 ? connect.mutate(platform.slug) : choose(platform))}
            >
              {platform.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen && <ConsentDialog platform={chosen.slug} offered={chosen.features} onClose={() => choose(null)} />}
    </>
  );
}
