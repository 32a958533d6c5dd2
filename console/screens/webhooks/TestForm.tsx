import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../http/Api';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { noteStep } from '../../resources/onboarding/queries';
import { texts } from '../../texts/screens/webhooks';
import { duration } from '../../words/time';

type Tested = Answer<'sendTestWebhook'>;

/** Sends a signed sample to an address, and shows the answer. */
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
              label={texts.testUrl}
              description={texts.testUrlDescription}
              placeholder={texts.testUrlPlaceholder}
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
              {texts.sendTest}
            </Button>
          </Group>
          {test.isError && fault === undefined && <FaultAlert error={test.error} />}
          {test.data && (
            <Alert
              role="status"
              variant="outline"
              color={test.data.delivered ? 'teal' : 'red'}
              title={test.data.delivered ? texts.accepted : texts.notAccepted}
            >
              <Text size="sm" className="breakable">
                {answerOf(test.data)} {test.data.lastError}
              </Text>
            </Alert>
          )}
        </Stack>
      </form>
    </Paper>
  );
}

function answerOf({ httpStatusCode, durationMs }: Tested): string {
  const time = duration(durationMs);
  return httpStatusCode === null ? texts.noAnswer(time) : texts.answer(httpStatusCode, time);
}
