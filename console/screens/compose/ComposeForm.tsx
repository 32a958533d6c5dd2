import { Paper, Stack, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import { mediaUrlTypes } from '../../../domain/assignment';
import { ScheduleField } from '../../parts/form/ScheduleField';
import { lazyPart } from '../../parts/lazyPart';
import { PendingScreen } from '../../parts/PendingScreen';
import { CapabilitiesFault } from '../../payload/CapabilitiesFault';
import { capabilitiesQuery } from '../../payload/fields';
import type { ConnectionRow } from '../../resources/connections/queries';
import { usePlatformName } from '../../viewer/viewer';
import { ChannelsField } from './ChannelsField';
import { chosenOf, partOf } from './draft';
import type { Draft } from './draft';
import { MediaField } from './MediaField';
import type { PlatformOffered } from './PlatformFields';
import { TypesField } from './TypesField';

/** The fields of a platform are needed when a type is chosen. */
const PlatformFields = lazyPart(async () => (await import('./PlatformFields')).PlatformFields);
/** Few users open the part for programs, so it is loaded by itself. */
const ForPrograms = lazyPart(async () => (await import('./ForPrograms')).ForPrograms);

interface Props {
  draft: Draft;
  channels: readonly ConnectionRow[];
  /** The faults that the API finds: by platform, then by name of the field. */
  errors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  onChange: (draft: Draft) => void;
}

/** The form of a post: channels, types, and then the fields in the capabilities of the types. */
export function ComposeForm({ draft, channels, errors, onChange }: Props) {
  const chosen = chosenOf(draft, channels);
  const platforms = [...new Set(chosen.map(({ platform }) => platform))];
  const common = Object.assign({}, ...Object.values(errors));
  return (
    <Stack gap="lg">
      <ChannelsField draft={draft} channels={channels} error={common['connectionId']} onChange={onChange} />
      {platforms.length > 0 && (
        <OfPlatforms
          platforms={platforms}
          channels={chosen}
          draft={draft}
          errors={errors}
          common={common}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}

interface OfPlatformsProps extends Pick<Props, 'draft' | 'channels' | 'errors' | 'onChange'> {
  platforms: readonly string[];
  /** The errors of fields that all platforms share. */
  common: Readonly<Record<string, string | undefined>>;
}

/** While a platform is read, the parts of the other platforms stay: an upload may run in them. */
function OfPlatforms({ platforms, channels, draft, errors, common, onChange }: OfPlatformsProps) {
  const queries = useQueries({ queries: platforms.map((platform) => capabilitiesQuery(platform)) });
  const answers = queries.flatMap(({ data }) => data ?? []);
  // A phone draws the form in several tasks, between which it answers.
  const isDrawn = useDeferredValue(answers.length > 0);
  if ((answers.length === 0 || !isDrawn) && queries.every(({ error }) => !error)) return <PendingScreen />;
  const chosen = answers.flatMap(({ platform, contentTypes }): PlatformOffered[] => {
    const offered = contentTypes.find(({ slug }) => slug === partOf(draft, platform).type);
    return offered ? [{ platform, offered }] : [];
  });
  const withMedia = chosen.map(({ offered }) => offered).filter(({ slug }) => mediaUrlTypes.includes(slug));
  return (
    <>
      {answers.length > 0 && <TypesField capabilities={answers} draft={draft} onChange={onChange} />}
      {queries.map(({ data, error, refetch }, place) => {
        const platform = platforms[place];
        if (data || platform === undefined) return null;
        return <UnknownPlatform key={platform} platform={platform} error={error} onRetry={() => void refetch()} />;
      })}
      {withMedia.length > 0 && (
        <MediaField offered={withMedia} draft={draft} error={common['mediaUrl']} onChange={onChange} />
      )}
      {chosen.map((one) => (
        <Suspense key={one.platform} fallback={<PendingScreen />}>
          <PlatformFields
            {...one}
            others={chosen.filter(({ platform }) => platform !== one.platform)}
            draft={draft}
            channelIds={channels.filter(({ platform }) => platform === one.platform).map(({ id }) => id)}
            errors={errors[one.platform] ?? {}}
            onChange={onChange}
          />
        </Suspense>
      ))}
      {chosen.length > 0 && (
        <>
          <Paper>
            <ScheduleField
              value={draft.scheduledAt}
              error={common['scheduledAt']}
              onChange={(scheduledAt) => onChange({ ...draft, scheduledAt })}
            />
          </Paper>
          <Suspense fallback={null}>
            <ForPrograms draft={draft} errors={common} onChange={onChange} />
          </Suspense>
        </>
      )}
    </>
  );
}

interface UnknownPlatformProps {
  platform: string;
  /** The reason why the platform cannot be read; null: it loads. */
  error: Error | null;
  onRetry: () => void;
}

/** Stands for a platform whose types are not known yet. */
function UnknownPlatform({ platform, error, onRetry }: UnknownPlatformProps) {
  const name = usePlatformName()(platform);
  return (
    <Paper component="section" aria-label={name}>
      <Stack>
        <Title order={2}>{name}</Title>
        {error ? <CapabilitiesFault platform={platform} error={error} onRetry={onRetry} /> : <PendingScreen />}
      </Stack>
    </Paper>
  );
}
