import { Alert, Anchor, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AssignmentValidation, MediaSeen } from '../../../api/assignments/validate/validateSchema';
import { FaultAlert } from '../../parts/FaultAlert';
import { Section } from '../../parts/Section';
import { useFieldLabel } from '../../payload/labels';
import { texts as catalogue } from '../../texts/screens/compose';
import { bytes } from '../../texts/amounts';
import type { FieldPlace } from './focusField';
import type { Problem } from './problems';
import type { Judged } from './useValidations';

const texts = catalogue.review;

interface Props {
  judged: readonly Judged[];
  /** The problems of the post, in the order of the form. */
  problems: readonly Problem[];
  /** The buttons, above the problems. */
  children: ReactNode;
  onShow: (field: FieldPlace) => void;
}

/** The API's judgement of the post: faults, cost, and effects. The last one stays until the post as it stands has its own. */
export function Judgement({ judged, problems, children, onShow }: Props) {
  const isAsked = judged.some(({ stage }) => stage === 'asked');
  const isReady = judged.length > 0 && judged.every(({ validation: { data } }) => data?.valid === true);
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
      {children}
      <div role="status">
        {isReady && problems.length === 0 && <Text size="sm">{texts.ready}</Text>}
        {problems.length > 0 && <Lacking problems={problems} onShow={onShow} />}
      </div>
      {judged.map(({ channel: { id, name, platform }, validation: { data, error, refetch } }) => (
        <Found key={id} channel={judged.length > 1 ? name : ''} platform={platform} found={data}>
          {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
        </Found>
      ))}
      <Media found={judged.flatMap(({ validation: { data } }) => data?.media ?? [])} />
      <Cost found={judged.flatMap(({ validation }) => validation.data ?? [])} />
    </Section>
  );
}

/** The problems, each a link to its field. */
function Lacking({ problems, onShow }: Pick<Props, 'problems' | 'onShow'>) {
  return (
    <>
      <Text size="sm">{texts.notReady}</Text>
      <List size="sm" className="breakable">
        {problems.map((problem) => (
          <List.Item key={`${problem.place} ${problem.words}`}>
            {problem.place === '' ? (
              problem.words
            ) : (
              <Anchor
                component="button"
                type="button"
                inherit
                ta="start"
                underline="always"
                onClick={() => onShow(problem)}
              >
                {problem.words}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}

interface FoundProps {
  /** Its name, if several get the post. */
  channel: string;
  platform: string;
  found: AssignmentValidation | undefined;
  children: ReactNode;
}

/** The part of the judgement that is about one channel alone. */
function Found({ channel, platform, found, children }: FoundProps) {
  const labelOf = useFieldLabel(platform);
  const hints = listed(found?.warnings ?? {}, labelOf);
  if (hints.length === 0 && !children) return null;
  return (
    <Stack gap="xs">
      {channel !== '' && (
        <Title order={3} size="sm" className="breakable">
          {channel}
        </Title>
      )}
      {children}
      {hints.length > 0 && (
        <Alert color="yellow" variant="outline" title={texts.hintsTitle}>
          <List size="sm" className="breakable">
            {hints.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
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

/** The file behind the address of the post's media; all channels get the same. */
function Media({ found: [first] }: { found: readonly MediaSeen[] }) {
  return first ? <Text size="sm">{mediaText(first)}</Text> : null;
}

function mediaText({ reachable, format, sizeBytes, durationSeconds }: MediaSeen): string {
  if (!reachable) return texts.mediaUnreachable;
  const facts = [
    format,
    sizeBytes === null ? null : bytes(sizeBytes),
    durationSeconds === null ? null : texts.seconds(Math.round(durationSeconds)),
  ].filter((fact) => fact !== null);
  return texts.mediaReachable(facts);
}
