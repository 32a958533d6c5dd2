import { Button, Group } from '@mantine/core';
import { mediaKindIn } from '../../../../domain/mediaType';
import { localFile } from '../../../media/keptUploads';
import type { LocalFile } from '../../../media/keptUploads';
import { faultsIn } from '../../../payload/faults';
import type { FieldOffered, TypeOffered, Values } from '../../../payload/fields';
import { PayloadFields } from '../../../payload/PayloadFields';
import { texts } from '../../../texts/screens/compose';
import { roleOf, withChanges, withoutOwn, withTexts } from '../commonTexts';
import { partOf, withPart } from '../draft';
import type { Draft } from '../draft';
import { ThumbnailField } from './thumbnail/ThumbnailField';

export interface PlatformOffered {
  platform: string;
  /** The chosen type. */
  offered: TypeOffered;
}

interface Props extends PlatformOffered {
  /** The fields that are shown here. */
  fields: readonly FieldOffered[];
  draft: Draft;
  /** The chosen channels of the platform. */
  channelIds: readonly string[];
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (draft: Draft) => void;
}

/** The name of the field of a video's thumbnail. */
const thumbnail = 'thumbnailUrl';

/** The video of a draft, if it was chosen in this page. */
function videoOf({ mediaUrl }: Draft): LocalFile | undefined {
  const file = localFile(mediaUrl);
  return mediaKindIn(file?.type ?? '') === 'video' ? file : undefined;
}

/** The fields of one platform's type that are not common to all. A common text is shown as well: a change makes it this platform's own. */
export function PlatformFields({ platform, offered, fields, draft, channelIds, errors, onChange }: Props) {
  const { payload } = partOf(draft, platform);
  const shown = withTexts(draft.texts, payload, fields);
  const faults = faultsIn(offered.payloadFields, shown);
  const payloadErrors = Object.fromEntries(
    fields.map(({ name }) => [
      name,
      Object.hasOwn(shown, name) ? (faults[name]?.join('; ') ?? errors[`payload.${name}`]) : undefined,
    ]),
  );
  const set = (next: Values) => onChange(withPart(draft, platform, { payload: next }));
  return (
    <PayloadFields
      fields={fields}
      values={shown}
      errors={payloadErrors}
      channelIds={channelIds}
      tellsMissing
      renderField={(given, input) => {
        const { field } = given;
        if (field.name === thumbnail) return <ThumbnailField {...given} video={videoOf(draft)} />;
        const isText = roleOf(field) !== undefined;
        if (!isText || !Object.hasOwn(payload, field.name)) return input;
        return (
          <div>
            {input}
            <Group mt={4}>
              <Button size="compact-sm" variant="default" onClick={() => set(withoutOwn(payload, field.name))}>
                {texts.asCommon(field.label)}
              </Button>
            </Group>
          </div>
        );
      }}
      onChange={(next) => set(withChanges(payload, shown, next))}
    />
  );
}
