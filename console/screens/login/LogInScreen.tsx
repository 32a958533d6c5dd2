import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { FormFrame } from '../../parts/form/FormFrame';
import { TextLink } from '../../parts/links';
import { pathAfter } from '../../resources/sessions/next';
import { openSession } from '../../resources/sessions/openSession';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/login';

const route = getRouteApi('/login');

export function LogInScreen() {
  const { next } = route.useSearch();
  const router = useRouter();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const enter = useMutation({
    mutationFn: async (given: { email: string; password: string }) => api.logIn(given),
    onSuccess: ({ token }, { email }) => {
      openSession(token, email);
      router.history.push(pathAfter(next));
    },
  });
  return (
    <FormFrame
      title={texts.title}
      footer={
        <>
          {texts.isNew}{' '}
          <TextLink to="/register" search={next === undefined ? {} : { next }}>
            {texts.createAccount}
          </TextLink>
        </>
      }
    >
      <form onSubmit={form.onSubmit((given) => enter.mutate(given))}>
        <Stack>
          <TextInput
            label={labels.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={labels.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          {enter.isError && <FaultAlert error={inWords(enter.error)} />}
          <Button type="submit" loading={enter.isPending}>
            {labels.logIn}
          </Button>
        </Stack>
      </form>
    </FormFrame>
  );
}

/** Wrong credentials are a 400 without a field: the answer does not say which of the two is wrong (contract.md §13). */
function inWords(error: Error): Error {
  if (!(error instanceof ApiFault) || error.status !== 400) return error;
  return new ApiFault(400, 'WRONG_CREDENTIALS', texts.wrongCredentials, {}, error.requestId);
}
