import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { faultsIn } from '../../payload/faults';
import type { FieldOffered, TypeOffered, Values } from '../../payload/fields';
import { PayloadFields } from '../../payload/PayloadFields';
import { texts } from '../../texts/screens/compose';
import { usePlatformName } from '../../viewer/viewer';
import { partOf, withPart } from './draft';
import type { Draft } from './draft';
import { MediaListField } from './MediaListField';
import { commonRules } from './mediaRules';

export interface PlatformOffered {
  platform: string;
  /** The chosen type. */
  offered: TypeOffered;
}

interface Props extends PlatformOffered {
  /** The other platforms of the post: their texts can be taken over. */
  others: readonly PlatformOffered[];
  draft: Draft;
  /** The chosen channels of the platform. */
  channelIds: readonly string[];
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (draft: Draft) => void;
}

/** The fields of one platform's type, with media lists first. */
export function PlatformFields({ platform, offered, others, draft, channelIds, errors, onChange }: Props) {
  const platformName = usePlatformName();
  const { payloadFields } = offered;
  const { payload } = partOf(draft, platform);
  const faults = faultsIn(payloadFields, payload);
  const payloadErrors = Object.fromEntries(
    payloadFields.map(({ name }) => [
      name,
      Object.hasOwn(payload, name) ? (faults[name]?.join('; ') ?? errors[`payload.${name}`]) : undefined,
    ]),
  );
  const set = (next: Values) => onChange(withPart(draft, platform, { payload: next }));
  const fields = payloadFields.filter((field) => !isMediaList(field));
  return (
    <>
      {payloadFields.filter(isMediaList).map((field) => (
        <MediaListField
          key={field.name}
          field={field}
          rules={commonRules([offered])}
          values={payload}
          companions={fields.filter(({ atMostAsManyAs }) => atMostAsManyAs === field.name).map(({ name }) => name)}
          error={payloadErrors[field.name]}
          onChange={set}
        />
      ))}
      {fields.length > 0 && (
        <Paper component="section" aria-label={platformName(platform)}>
          <Stack>
            {others.length > 0 && (
              <Group justify="space-between">
                <Title order={2}>{platformName(platform)}</Title>
                {others.map((other) => (
                  <TakeOver key={other.platform} from={other} draft={draft} fields={fields} to={payload} onTake={set} />
                ))}
              </Group>
            )}
            <PayloadFields
              fields={fields}
              values={payload}
              errors={payloadErrors}
              channelIds={channelIds}
              onChange={set}
            />
          </Stack>
        </Paper>
      )}
    </>
  );
}

interface TakeOverProps {
  from: PlatformOffered;
  draft: Draft;
  fields: readonly FieldOffered[];
  to: Values;
  onTake: (values: Values) => void;
}

/** Takes the values of another platform's fields with the same name and type. */
function TakeOver({ from: { platform, offered }, draft, fields, to, onTake }: TakeOverProps) {
  const platformName = usePlatformName();
  const source = partOf(draft, platform).payload;
  const shared = fields.filter(
    ({ name, type }) =>
      offered.payloadFields.some((field) => field.name === name && field.type === type) && Object.hasOwn(source, name),
  );
  if (shared.every(({ name }) => source[name] === to[name])) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => onTake({ ...to, ...Object.fromEntries(shared.map(({ name }) => [name, source[name]])) })}
    >
      {texts.copyFrom(platformName(platform))}
    </Button>
  );
}

function isMediaList({ items }: FieldOffered): boolean {
  return items?.type === 'string' && items.format === 'url';
}
