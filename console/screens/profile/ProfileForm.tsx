import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserProfile } from '../../../api/users/schema';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { changesOf } from '../../parts/changesOf';
import { FaultAlert } from '../../parts/FaultAlert';
import { withCurrent } from '../../parts/form/choices';
import type { Choice } from '../../parts/form/choices';
import { useNow } from '../../parts/useNow';
import { noteStep } from '../../resources/onboarding/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/profile';
import { profileQuery } from '../../viewer/queries';
import { useViewer } from '../../viewer/viewer';
import { absoluteTime } from '../../words/time';

/** Name, language of times and time zone. */
export function ProfileForm() {
  const { profile } = useViewer();
  const queries = useQueryClient();
  const nowMs = useNow();
  const [before, setBefore] = useState(() => fieldsOf(profile));
  const form = useForm({ initialValues: before });
  const save = useMutation({
    mutationFn: async (given: Fields) => api.updateProfile(changesOf(before, given)),
    onSuccess: (saved, given) => {
      queries.setQueryData(profileQuery.queryKey, saved);
      // The fields show the saved values, also of another session, and the text typed meanwhile.
      form.setValues({ ...fieldsOf(saved), ...changesOf(given, form.getValues()) });
      setBefore(fieldsOf(saved));
      noteStep(queries, 'profile');
      announce(texts.saved);
    },
    onError: (error) => {
      if (error instanceof ApiFault) form.setErrors(error.fieldErrors);
    },
  });
  const shown = absoluteTime(new Date(nowMs).toISOString(), form.values);
  return (
    <Paper>
      <form onSubmit={form.onSubmit((given) => save.mutate(given))}>
        <Stack>
          <TextInput label={labels.email} value={profile.email} readOnly description={texts.emailIsFixed} />
          <TextInput label={labels.name} autoComplete="name" required {...form.getInputProps('name')} />
          <Select
            label={texts.dateFormat}
            data={withCurrent(texts.locales, before.locale)}
            allowDeselect={false}
            {...form.getInputProps('locale')}
          />
          <Select
            label={texts.timeZone}
            description={texts.timeThere(shown)}
            data={withCurrent(timezones(), before.timezone)}
            searchable
            limit={50}
            allowDeselect={false}
            {...form.getInputProps('timezone')}
          />
          {save.isError && <FaultAlert error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {labels.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

type Fields = Record<'name' | 'locale' | 'timezone', string>;

function fieldsOf({ name, locale, timezone }: UserProfile): Fields {
  return { name, locale, timezone };
}

function timezones(): Choice[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));
}
