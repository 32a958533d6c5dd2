import type { ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { PlatformSlug } from '../../../domain/platform';
import { announceFault } from '../../parts/announce';
import { lazyPart } from '../../parts/lazyPart';
import { MenuButton } from '../../parts/menu/MenuButton';
import { openConsent } from './consent';
import { texts } from '../../texts/connecting';
import { useViewer } from '../../viewer/viewer';

const ConsentDialog = lazyPart(async () => (await import('./ConsentDialog')).ConsentDialog);

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
      <MenuButton
        position="bottom-end"
        button={{ loading: connect.isPending, leftSection: <Plus aria-hidden size={16} />, ...look }}
        sections={[
          {
            entries: platforms.map((platform) => ({
              key: platform.slug,
              label: platform.name,
              run: () => (platform.features.length === 0 ? connect.mutate(platform.slug) : choose(platform)),
            })),
          },
        ]}
      >
        {texts.connect}
      </MenuButton>
      {chosen && (
        <Suspense fallback={null}>
          <ConsentDialog platform={chosen.slug} offered={chosen.features} onClose={() => choose(null)} />
        </Suspense>
      )}
    </>
  );
}
