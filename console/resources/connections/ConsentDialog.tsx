import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeatureName } from '../../../domain/consent/feature';
import type { PlatformSlug } from '../../../domain/platform';
import { announceFault } from '../../parts/announce';
import { openConsent } from './consent';
import { texts } from '../../texts/connecting';
import { usePlatformName } from '../../viewer/viewer';

interface Props {
  platform: PlatformSlug;
  /** The features to choose from. */
  offered: readonly FeatureName[];
  /** The channel that is to be connected again; absent: a channel of the owner's choice. */
  connectionId?: string;
  onClose: () => void;
}

/** Asks which features the consent is to ask for, and leads there. Nothing is ticked: the owner allows what they need. */
export function ConsentDialog({ platform, offered, connectionId, onClose }: Props) {
  const [features, choose] = useState<readonly FeatureName[]>([]);
  const name = usePlatformName()(platform);
  const connect = useMutation({
    mutationFn: async () => openConsent({ platform, features, ...(connectionId !== undefined && { connectionId }) }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: announceFault,
  });
  const toggle = (feature: FeatureName, isTicked: boolean) =>
    choose((ticked) => [...ticked.filter((one) => one !== feature), ...(isTicked ? [feature] : [])]);
  return (
    <Modal opened onClose={onClose} title={texts.connectTo(name)}>
      <Stack>
        <Text size="sm">{texts.featuresHint}</Text>
        {offered.map((feature) => (
          <Checkbox
            key={feature}
            label={texts.features[feature].label}
            description={texts.features[feature].effect}
            checked={features.includes(feature)}
            onChange={({ currentTarget }) => toggle(feature, currentTarget.checked)}
          />
        ))}
        <Group justify="flex-end">
          <Button loading={connect.isPending} onClick={() => connect.mutate()} data-autofocus>
            {texts.continueTo(name)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
