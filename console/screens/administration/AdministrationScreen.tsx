import { EmptyState, Text } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { Screen } from '../../parts/Screen';
import { texts } from '../../texts/screens/administration';
import { useViewer } from '../../viewer/viewer';
import { ClientSecret } from './ClientSecret';
import { StuckAssignments } from './StuckAssignments';

/** The screen for administrators of this installation, with their actions in any workspace. */
export function AdministrationScreen() {
  const { profile } = useViewer();
  if (!profile.isPlatformAdmin)
    return (
      <Screen title={texts.title}>
        <EmptyState
          icon={<ShieldAlert aria-hidden size={32} />}
          title={texts.deniedTitle}
          description={texts.deniedAdvice}
        />
      </Screen>
    );
  return (
    <Screen title={texts.title} description={texts.description}>
      <StuckAssignments />
      <ClientSecret />
      <Text size="sm" c="dimmed">
        {texts.temporalNote}
      </Text>
    </Screen>
  );
}
