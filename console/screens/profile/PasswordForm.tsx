import { Button, Checkbox, Group, Paper, PasswordInput, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { passwordLengthMin } from '../../../domain/limits';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { FaultAlert } from '../../parts/FaultAlert';
import { texts } from '../../texts/screens/profile';

export function PasswordForm() {
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '', endGrants: false } });
  const change = useMutation({
    mutationFn: async (given: typeof form.values) => api.changePassword(given),
    onSuccess: () => {
      form.reset();
      announce(texts.passwordChanged);
    },
    onError: (error) => {
      if (error instanceof ApiFault) form.setErrors(error.fieldErrors);
    },
  });
  return (
    <Paper>
      <form onSubmit={form.onSubmit((given) => change.mutate(given))}>
        <Stack>
          <Title order={2}>{texts.password}</Title>
          <PasswordInput
            label={texts.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label={texts.newPassword}
            description={texts.passwordLength}
            autoComplete="new-password"
            required
            minLength={passwordLengthMin}
            {...form.getInputProps('newPassword')}
          />
          <Checkbox label={texts.endGrants} {...form.getInputProps('endGrants', { type: 'checkbox' })} />
          {change.isError && <FaultAlert error={change.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {texts.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
