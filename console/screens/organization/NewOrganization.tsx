import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { personNameLengthMax } from '../../../domain/limits';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/organization';
import { enterOrganization } from '../../viewer/changeOrganization';

/** Makes another organization in the workspace, with channels and members of its own. */
export function NewOrganization() {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => api.createOrganization({ name }),
    onSuccess: async ({ id }) => enterOrganization(id, '/organization'),
  });
  return (
    <Paper component="section" aria-labelledby="another">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack gap="sm">
          <Title order={2} id="another">
            {texts.create.title}
          </Title>
          <Text size="sm">{texts.create.description}</Text>
          <Group align="flex-end">
            <TextInput
              label={labels.name}
              required
              maxLength={personNameLengthMax}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={create.isPending}>
              {texts.create.submit}
            </Button>
          </Group>
          {create.isError && <FaultAlert error={create.error} />}
        </Stack>
      </form>
    </Paper>
  );
}
