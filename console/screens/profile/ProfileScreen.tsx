import { Stack } from '@mantine/core';
import { Screen } from '../../parts/Screen';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';

export function ProfileScreen() {
  return (
    <Screen title="Profile" description="How you are called, and how times are shown to you">
      <Stack maw={520}>
        <ProfileForm />
        <PasswordForm />
      </Stack>
    </Screen>
  );
}
