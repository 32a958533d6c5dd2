import { EmptyState, Text } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { Screen } from '../../parts/Screen';
import { useViewer } from '../../viewer/viewer';
import { ClientSecret } from './ClientSecret';

/** For administrators of this installation: what they may do in any workspace. */
export function AdministrationScreen() {
  const { profile } = useViewer();
  if (!profile.isPlatformAdmin)
    return (
      <Screen title="Administration">
        <EmptyState
          icon={<ShieldAlert aria-hidden size={32} />}
          title="This is for administrators of the installation"
          description="The operator makes a user one, on the server: npm run admin -- grant <email>."
        />
      </Screen>
    );
  return (
    <Screen title="Administration" description="For administrators of this installation, in every workspace">
      <ClientSecret />
      <Text size="sm" c="dimmed">
        The page of an assignment leads to its run in the Temporal UI, if the operator has set the address of that UI.
      </Text>
    </Screen>
  );
}
