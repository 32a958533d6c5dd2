import { Paper, Stack } from '@mantine/core';
import { faultsIn } from '../../../payload/faults';
import type { FieldOffered } from '../../../payload/fields';
import { ValueField } from '../../../payload/ValueField';
import { texts } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import { follows, roleOf, textRoles, withTexts } from '../commonTexts';
import type { TextRole } from '../commonTexts';
import { partOf } from '../draft';
import type { Draft } from '../draft';
import type { PlatformOffered } from './PlatformFields';

interface Props {
  /** The chosen types. */
  chosen: readonly PlatformOffered[];
  draft: Draft;
  /** The faults that the API finds: by platform, then by name of the field. */
  errors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  onChange: (draft: Draft) => void;
}

/** A field of a platform that a common text fills. */
interface Filled {
  platform: string;
  field: FieldOffered;
  error: string | undefined;
}

/** The texts that are typed once. Each fills the fields of all platforms that have no text of their own there. */
export function CommonFields({ chosen, draft, errors, onChange }: Props) {
  const platformName = usePlatformName();
  const roles = textRoles.flatMap((role) => {
    const filled = chosen.flatMap((one) => filledBy(role, one, draft, errors[one.platform] ?? {}));
    return filled.length === 0 ? [] : [{ role, filled }];
  });
  if (roles.length === 0) return null;
  return (
    <Paper p="sm" data-place="texts">
      <Stack gap="xs">
        {roles.map(({ role, filled }) => {
          const value = draft.texts[role];
          const faults = filled.flatMap(({ platform, error }) =>
            error === undefined ? [] : [chosen.length > 1 ? texts.faultFor(platformName(platform), error) : error],
          );
          const field = joined(
            filled.map((one) => one.field),
            chosen.length > 1,
          );
          return (
            <div key={role} data-field={role}>
              <ValueField
                field={field}
                value={value}
                minRows={1}
                error={value === '' || faults.length === 0 ? undefined : faults.join(' ')}
                isMissing={field.required && value === ''}
                onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [role]: String(text) } })}
              />
            </div>
          );
        })}
      </Stack>
    </Paper>
  );
}

function filledBy(
  role: TextRole,
  { platform, offered: { payloadFields } }: PlatformOffered,
  draft: Draft,
  errors: Readonly<Record<string, string | undefined>>,
): Filled[] {
  const { payload } = partOf(draft, platform);
  const faults = faultsIn(payloadFields, withTexts(draft.texts, payload, payloadFields));
  return payloadFields
    .filter((field) => roleOf(field) === role && follows(payload, field))
    .map((field) => ({ platform, field, error: faults[field.name]?.join('; ') ?? errors[`payload.${field.name}`] }));
}

/** The field that fills all of these, with their strictest limits. */
function joined([first, ...others]: readonly FieldOffered[], isShared: boolean): FieldOffered & { type: 'string' } {
  if (!first) throw new Error('A text fills no field.');
  const all = [first, ...others];
  const [isSameLabel, isMultiline] = [
    all.every(({ label }) => label === first.label),
    all.some((one) => one.isMultiline),
  ];
  return {
    ...first,
    type: 'string',
    required: all.some(({ required }) => required),
    label: isSameLabel ? first.label : texts.commonText,
    description: isShared ? texts.commonHint : first.description,
    maxLength: least(all.map(({ maxLength }) => maxLength)),
    maxBytes: least(all.map(({ maxBytes }) => maxBytes)),
    isMultiline,
  };
}

/** Null is no limit. */
function least(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.min(...known);
}
