import { Suspense } from 'react';
import { lazyPart } from '../../../parts/lazyPart';
import { PendingScreen } from '../../../parts/PendingScreen';
import { PlatformMark } from '../../../parts/picture/PlatformMark';
import type { FieldOffered, Values } from '../../../payload/fields';
import type { ConnectionRow } from '../../../resources/connections/queries';
import { texts } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import { roleOf } from '../commonTexts';
import { partOf } from '../draft';
import type { Draft } from '../draft';
import { Fold } from './Fold';
import { isMediaList } from '../mediaRules';
import type { PlatformOffered } from './PlatformFields';
import type { Folds } from './useFolds';

/** Its inputs are needed when somebody opens the part. */
const PlatformFields = lazyPart(async () => (await import('./PlatformFields')).PlatformFields);

interface Props extends PlatformOffered {
  draft: Draft;
  /** The chosen channels of the platform. */
  channels: readonly ConnectionRow[];
  /** True if other platforms get the post, too. */
  isOneOfSeveral: boolean;
  errors: Readonly<Record<string, string | undefined>>;
  folds: Folds;
  onChange: (draft: Draft) => void;
}

/** The part of the form with what a platform has of its own. It is open from the beginning if something in it has to be there. */
export function PlatformFold({ platform, offered, draft, channels, isOneOfSeveral, errors, folds, onChange }: Props) {
  const name = usePlatformName()(platform);
  const { payload } = partOf(draft, platform);
  const fields = ownFields(offered.payloadFields, payload, isOneOfSeveral);
  if (fields.length === 0) return null;
  const isNeeded = fields.some((field) => field.required && roleOf(field) === undefined);
  return (
    <Fold
      place={platform}
      name={name}
      mark={<PlatformMark platform={platform} />}
      detail={channels.map((channel) => channel.name).join(', ')}
      note={texts.countSet(fields.filter((field) => Object.hasOwn(payload, field.name)).length)}
      isOpen={folds.isOpen(platform) ?? isNeeded}
      onToggle={(isOpen) => folds.set(platform, isOpen)}
    >
      <Suspense fallback={<PendingScreen />}>
        <PlatformFields
          platform={platform}
          offered={offered}
          fields={fields}
          draft={draft}
          channelIds={channels.map(({ id }) => id)}
          errors={errors}
          onChange={onChange}
        />
      </Suspense>
    </Fold>
  );
}

/** The fields of a platform, without media. A common text is among them where the platform may have, or has, another one. */
function ownFields(fields: readonly FieldOffered[], payload: Values, isOneOfSeveral: boolean): FieldOffered[] {
  return fields.filter((field) => {
    const isOwnText = isOneOfSeveral || Object.hasOwn(payload, field.name);
    return !isMediaList(field) && (roleOf(field) === undefined || isOwnText);
  });
}
