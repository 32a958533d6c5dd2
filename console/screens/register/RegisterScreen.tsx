import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { passwordLengthMin } from '../../../domain/limits';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { FormFrame } from '../../parts/form/FormFrame';
import { TextLink } from '../../parts/links';
import { pathAfter } from '../../resources/sessions/next';
import { openSession } from '../../resources/sessions/openSession';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/register';

const route = getRouteApi('/register');

export function RegisterScreen() {
  const { next } = route.useSearch();
  const router = useRouter();
  const form = useForm({ initialValues: { name: '', email: '', password: '' } });
  const register = useMutation({
    mutationFn: async (given: { name: string; email: string; password: string }) => api.registerUser(given),
    onSuccess: async ({ token, user }) => {
      openSession(token, user.email);
      await noteTimezone();
      router.history.push(pathAfter(next));
    },
    onError: (error) => {
      if (error instanceof ApiFault) form.setErrors(error.fieldErrors);
    },
  });
  const isExplained = register.error instanceof ApiFault && Object.keys(register.error.fieldErrors).length > 0;
  return (
    <FormFrame
      title={texts.title}
      footer={
        <>
          {texts.hasAccount}{' '}
          <TextLink to="/login" search={next === undefined ? {} : { next }}>
            {labels.logIn}
          </TextLink>
        </>
      }
    >
      <form onSubmit={form.onSubmit((given) => register.mutate(given))}>
        <Stack>
          <TextInput label={labels.name} autoComplete="name" required {...form.getInputProps('name')} />
          <TextInput
            label={labels.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={labels.password}
            description={texts.passwordLength}
            autoComplete="new-password"
            required
            minLength={passwordLengthMin}
            {...form.getInputProps('password')}
          />
          {register.isError && !isExplained && <FaultAlert error={register.error} />}
          <Button type="submit" loading={register.isPending}>
            {texts.createAccount}
          </Button>
        </Stack>
      </form>
    </FormFrame>
  );
}

/** Times are shown in the zone of the browser until somebody chooses another one. It can wait if it fails. */
async function noteTimezone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await api.updateProfile({ timezone: timeZone }).catch(() => null);
}
