import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { featureNames } from '../../../domain/consent/feature';
import { lazyPart } from '../../parts/lazyPart';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts as connecting } from '../../texts/connecting';
import { texts } from '../../texts/screens/connections';
import { useIsOffered } from '../../viewer/viewer';

const ConsentDialog = lazyPart(async () => (await import('../../resources/connections/ConsentDialog')).ConsentDialog);

interface Props {
  connection: ConnectionRow;
  mayManage: boolean;
}

/** The features that the owner of a channel has not allowed, and the way to allow them; nothing where all are allowed. */
export function MissingFeatures({ connection: { id, name, platform, features }, mayManage }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const isOffered = useIsOffered();
  const missing = featureNames.filter((feature) => features[feature] === 'missing');
  if (missing.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {texts.notAllowed(missing.map((feature) => connecting.features[feature].label))}
      </Text>
      {mayManage && isOffered(platform) && (
        <Button size="compact-xs" variant="subtle" aria-label={texts.allowName(name)} onClick={open}>
          {texts.allow}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ConsentDialog platform={platform} offered={missing} connectionId={id} onClose={close} />
        </Suspense>
      )}
    </Group>
  );
}
