import { Alert, Code, Stack, Text } from '@mantine/core';
import { CircleX } from 'lucide-react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { TextLink } from '../../parts/links';
import { texts } from '../../texts/screens/assignment';
import { failureWords } from '../../words/failures';

/** The failures of a post: the code, the message, and the next step. */
export function Failures({ errors }: Pick<InspectedAssignment, 'errors'>) {
  return errors.map(({ code, message }) => {
    const { title, next, isAtChannel } = failureWords(code);
    return (
      <Alert key={code} color="red" variant="outline" icon={<CircleX aria-hidden />} title={title}>
        <Stack gap="xs" align="flex-start">
          <Code>{code}</Code>
          <Text size="sm" className="breakable">
            {message}
          </Text>
          <Text size="sm" fw={600}>
            {next}
          </Text>
          {isAtChannel && (
            <TextLink to="/connections" size="sm">
              {texts.goToChannels}
            </TextLink>
          )}
        </Stack>
      </Alert>
    );
  });
}
