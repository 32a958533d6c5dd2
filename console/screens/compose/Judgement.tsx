import { Alert, List, Stack, Text, Title } from '@mantine/core';
import type { AssignmentValidation } from '../../../api/assignments/validate/validateSchema';
import { FaultAlert } from '../../parts/FaultAlert';
import { Section } from '../../parts/Section';
import { useFieldLabel } from '../../payload/labels';
import { texts as catalogue } from '../../texts/screens/compose';
import { bytes } from '../../texts/amounts';
import type { Judged } from './useValidations';

const texts = catalogue.review;

/** The API's judgement of the post: faults, cost, and effects. The last one stays until the post as it stands has its own. */
export function Judgement({ judged }: { judged: readonly Judged[] }) {
  const isAsked = judged.some(({ stage }) => stage === 'asked');
  const isEmpty = judged.every(({ stage }) => stage === 'incomplete');
  return (
    <Section
      id="judgement"
      title={texts.title}
      isBusy={isAsked}
      aside={
        <Text size="sm" c="dimmed">
          {isAsked && texts.checking}
        </Text>
      }
    >
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {texts.isEmpty}
        </Text>
      )}
      {judged.map(({ channel: { id, name, platform }, validation: { data, error, refetch } }) => (
        <Stack gap="xs" key={id}>
          {judged.length > 1 && (data || error) && (
            <Title order={3} size="sm" className="breakable">
              {name}
            </Title>
          )}
          {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
          {data && <Found platform={platform} found={data} />}
        </Stack>
      ))}
      <Cost found={judged.flatMap(({ validation }) => validation.data ?? [])} />
    </Section>
  );
}

function Found({ platform, found }: { platform: string; found: AssignmentValidation }) {
  const { valid, errors, warnings, media } = found;
  const labelOf = useFieldLabel(platform);
  const wanting = listed(errors, labelOf);
  const hints = listed(warnings, labelOf);
  return (
    <>
      <div role="status">
        {valid ? (
          <Text size="sm">{texts.ready}</Text>
        ) : (
          <>
            <Text size="sm">{texts.notReady}</Text>
            <List size="sm" className="breakable">
              {wanting.map((text) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
          </>
        )}
      </div>
      {hints.length > 0 && (
        <Alert color="yellow" variant="outline" title={texts.hintsTitle}>
          <List size="sm" className="breakable">
            {hints.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {media && <Text size="sm">{mediaText(media)}</Text>}
    </>
  );
}

/**
 * The cost of all channels together, and the credits that the viewer's own limit leaves. The API judges each channel alone, so
 * the sum may exceed them.
 */
function Cost({ found }: { found: readonly AssignmentValidation[] }) {
  const balance = found[0]?.credits.balance;
  if (balance === undefined) return null;
  const cost = found.reduce((sum, { credits: { required } }) => sum + (required ?? 0), 0);
  return (
    <>
      <Text size="sm" className="tabular">
        {cost > 0 && `${texts.cost(found.length, cost)} `}
        {texts.balance(balance)}
      </Text>
      {found.length > 1 && cost > balance && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {texts.notEnoughForAll}
        </Text>
      )}
    </>
  );
}

/** "Title is required", "Channel: The connection holds no token.": each fault after the label of its field. */
function listed(faults: Readonly<Record<string, readonly string[]>>, labelOf: (name: string) => string): string[] {
  return Object.entries(faults).flatMap(([field, sentences]) =>
    sentences.map((text) => `${labelOf(field)}${/^[A-Z]/.test(text) ? ':' : ''} ${text}`),
  );
}

function mediaText({
  reachable,
  format,
  sizeBytes,
  durationSeconds,
}: NonNullable<AssignmentValidation['media']>): string {
  if (!reachable) return texts.mediaUnreachable;
  const facts = [
    format,
    sizeBytes === null ? null : bytes(sizeBytes),
    durationSeconds === null ? null : texts.seconds(Math.round(durationSeconds)),
  ].filter((fact) => fact !== null);
  return texts.mediaReachable(facts);
}
