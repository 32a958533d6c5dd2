import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { noteStep } from '../../resources/onboarding/queries';
import { duration } from '../../words/time';

/** Sends a signed sample to an address, and shows what came back. */
export function TestForm() {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const test = useMutation({
    mutationFn: async () => api.sendTestWebhook({ url }),
    onSuccess: ({ delivered }) => {
      if (delivered) noteStep(queries, 'webhook');
    },
  });
  const fault = test.error instanceof ApiFault ? test.error.fieldErrors['url'] : undefined;
  return (
    <Paper>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Stack>
          <Group align="flex-end">
            <TextInput
              label="Try an address"
              description="A signed sample is sent there. It is not in the log."
              placeholder="https://example.com/hooks"
              type="url"
              required
              flex={1}
              miw={220}
              value={url}
              error={fault}
              onChange={(event) => {
                setUrl(event.currentTarget.value);
                test.reset();
              }}
            />
            <Button type="submit" variant="default" loading={test.isPending}>
              Send a sample
            </Button>
          </Group>
          {test.isError && fault === undefined && <FaultAlert error={test.error} />}
          {test.data && (
            <Alert
              role="status"
              variant="outline"
              color={test.data.delivered ? 'teal' : 'red'}
              title={test.data.delivered ? 'It was taken' : 'It was not taken'}
            >
              <Text size="sm" className="breakable">
                {test.data.httpStatusCode === null ? 'No answer' : `HTTP ${test.data.httpStatusCode}`} after{' '}
                {duration(test.data.durationMs)}. {test.data.lastError}
              </Text>
            </Alert>
          )}
        </Stack>
      </form>
    </Paper>
  );
}
