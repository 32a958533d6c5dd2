import { Box, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { Suspense } from 'react';
import { mediaUrlTypes } from '../../../../domain/assignment';
import { ScheduleField } from '../../../parts/form/ScheduleField';
import { lazyPart } from '../../../parts/lazyPart';
import { InPieces } from '../../../parts/Later';
import { PendingScreen } from '../../../parts/PendingScreen';
import { CapabilitiesFault } from '../../../payload/CapabilitiesFault';
import type { ConnectionRow } from '../../../resources/connections/queries';
import { texts } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import { ChannelsField } from './ChannelsField';
import { chosenOf, partOf } from '../draft';
import type { Draft } from '../draft';
import { Fold } from './Fold';
import { MediaField } from './MediaField';
import { MediaLists } from './MediaLists';
import { offeredOf } from '../offers';
import type { Offers } from '../offers';
import type { UnreadPlatform } from '../useOffers';
import { PlatformFold } from './PlatformFold';
import type { PlatformOffered } from './PlatformFields';
import { TypesField } from './TypesField';
import type { Folds } from './useFolds';

/** Texts are typed when a type is chosen. */
const CommonFields = lazyPart(async () => (await import('./CommonFields')).CommonFields);
/** Few users open the part for programs, so it is loaded by itself. */
const ForPrograms = lazyPart(async () => (await import('./ForPrograms')).ForPrograms);

/** Most posts go live at once. */
const ZoneField = lazyPart(async () => (await import('./ZoneField')).ZoneField);

/** The room of the field of a zone, so that nothing moves when it comes. */
const [zoneHeight, zoneWidth] = [58, 240];
/** As high as a title and a text, so that nothing moves when they come. */
const textsHeight = 206;
const programs = 'programs';

interface Props {
  draft: Draft;
  channels: readonly ConnectionRow[];
  offers: Offers;
  unread: readonly UnreadPlatform[];
  /** The faults that the API finds: by platform, then by name of the field. */
  errors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  folds: Folds;
  onChange: (draft: Draft) => void;
}

/** The form of a post: what all channels share, and then what each platform has of its own. */
export function ComposeForm(props: Props) {
  const { draft, channels, offers, unread, errors, onChange } = props;
  const common = Object.assign({}, ...Object.values(errors));
  const isRead = Object.keys(offers).length > 0;
  return (
    <Stack gap="xs">
      <InPieces>
        <Paper p="sm">
          <Stack gap="xs">
            <InPieces>
              <ChannelsField draft={draft} channels={channels} error={common['connectionId']} onChange={onChange} />
              {isRead && <TypesField offers={offers} draft={draft} onChange={onChange} />}
            </InPieces>
          </Stack>
        </Paper>
        {!isRead && unread.some(({ error }) => !error) ? <PendingScreen /> : <OfTypes {...props} common={common} />}
        {(isRead ? unread : unread.filter(({ error }) => error)).map((one) => (
          <Unread key={one.platform} {...one} />
        ))}
      </InPieces>
    </Stack>
  );
}

interface OfTypesProps extends Props {
  /** The faults of fields that all platforms share. */
  common: Readonly<Record<string, string | undefined>>;
}

/** While a platform is read, the parts of the other platforms stay: an upload may run in them. */
function OfTypes({ draft, channels, offers, errors, common, folds, onChange }: OfTypesProps) {
  const ofPost = chosenOf(draft, channels);
  const chosen = Object.keys(offers).flatMap((platform): PlatformOffered[] => {
    const offered = offeredOf(offers, platform, partOf(draft, platform).type);
    return offered ? [{ platform, offered }] : [];
  });
  const time = (
    <Paper p="sm" data-place="time">
      <ScheduleField
        value={draft.scheduledAt}
        error={common['scheduledAt']}
        timezone={draft.timezone}
        onChange={(scheduledAt) => onChange({ ...draft, scheduledAt })}
      >
        <Suspense fallback={<Skeleton h={zoneHeight} w={zoneWidth} />}>
          <ZoneField
            timezone={draft.timezone}
            channelIds={draft.connectionIds}
            onChange={(timezone) => onChange({ ...draft, timezone })}
          />
        </Suspense>
      </ScheduleField>
    </Paper>
  );
  // A link may have named a time before there is a channel and a type.
  if (chosen.length === 0) return draft.scheduledAt === null ? null : time;
  const withMedia = chosen.map(({ offered }) => offered).filter(({ slug }) => mediaUrlTypes.includes(slug));
  const programsSet = [draft.callbackUrl, draft.externalId].filter((text) => text !== '').length;
  return (
    <>
      {withMedia.length > 0 && (
        <MediaField offered={withMedia} draft={draft} error={common['mediaUrl']} onChange={onChange} />
      )}
      <MediaLists chosen={chosen} draft={draft} errors={errors} onChange={onChange} />
      <Suspense fallback={<Skeleton h={textsHeight} />}>
        <CommonFields chosen={chosen} draft={draft} errors={errors} onChange={onChange} />
      </Suspense>
      {time}
      <Box className="folds">
        {chosen.map((one) => (
          <PlatformFold
            key={one.platform}
            {...one}
            draft={draft}
            channels={ofPost.filter(({ platform }) => platform === one.platform)}
            isOneOfSeveral={chosen.length > 1}
            errors={errors[one.platform] ?? {}}
            folds={folds}
            onChange={onChange}
          />
        ))}
        <Fold
          place={programs}
          name={texts.developerOptions}
          note={programsSet === 0 ? '' : texts.countSet(programsSet)}
          isOpen={folds.isOpen(programs) ?? false}
          onToggle={(isOpen) => folds.set(programs, isOpen)}
        >
          <Suspense fallback={<PendingScreen />}>
            <ForPrograms draft={draft} errors={common} onChange={onChange} />
          </Suspense>
        </Fold>
      </Box>
    </>
  );
}

/** Stands for a platform whose types are not known yet. */
function Unread({ platform, error, onRetry }: UnreadPlatform) {
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
