import { Stack } from '@mantine/core';
import { Screen } from '../../parts/Screen';
import { texts } from '../../texts/screens/profile';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';

export function ProfileScreen() {
  return (
    <Screen title={texts.title} description={texts.description}>
      <Stack maw={520}>
        <ProfileForm />
        <PasswordForm />
      </Stack>
    </Screen>
  );
}
