import { Accordion, Button, Code, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookDeliveryDetail } from '../../../api/webhooks/schema';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { texts } from '../../texts/screens/delivery';
import { useViewer } from '../../viewer/viewer';
import { duration } from '../../words/time';
import { Signature } from './Signature';

/** Every attempt of a webhook, the newest first. */
export function Attempts({ delivery: { id, body, attemptLog } }: { delivery: WebhookDeliveryDetail }) {
  const { may } = useViewer();
  const [isSigned, { toggle }] = useDisclosure(false);
  const aside = attemptLog.length > 0 && may('credential.manage') && (
    <Button size="xs" variant="subtle" onClick={toggle}>
      {isSigned ? texts.hideSignatures : texts.showSignatures}
    </Button>
  );
  return (
    <Section id="attempts" title={texts.attemptsTitle} aside={aside}>
      {attemptLog.length === 0 ? (
        <Text size="sm">{texts.noAttempts}</Text>
      ) : (
        <Accordion variant="contained" order={3}>
          {attemptLog.toReversed().map((attempt) => (
            <Accordion.Item key={attempt.attempt} value={String(attempt.attempt)}>
              <Accordion.Control>
                <Text size="sm" className="breakable">
                  {texts.attempt(attempt.attempt, resultOf(attempt), duration(attempt.durationMs))}{' '}
                  <RelativeTime at={attempt.at} />
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap="xs">
                  {isSigned && <Signature sent={{ id, body, ...attempt }} />}
                  <Answer {...attempt} />
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Section>
  );
}

type Attempt = WebhookDeliveryDetail['attemptLog'][number];

function resultOf({ httpStatusCode }: Attempt): string {
  return httpStatusCode === null ? texts.noResponse : texts.httpStatus(httpStatusCode);
}

function Answer({ attempt, httpStatusCode, error, responseBody }: Attempt) {
  return (
    <>
      {error !== null && (
        <Text size="sm" className="breakable">
          {error}
        </Text>
      )}
      {httpStatusCode !== null && (
        <Code block tabIndex={0} role="region" aria-label={texts.responseName(attempt)} className="wrapped">
          {responseBody === null || responseBody === '' ? texts.emptyResponse : responseBody}
        </Code>
      )}
    </>
  );
}
