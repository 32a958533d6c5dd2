import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { codePoints } from '../../domain/payload/text';
import { count } from '../texts/amounts';
import { texts } from '../texts/payloadInputs';
import { Missing } from './Missing';
import type { FieldOffered, PartOffered } from './fields';

export interface FieldProps<Offered extends FieldOffered | PartOffered> {
  field: Offered;
  value: unknown;
  error: string | undefined;
  /** True if a value that was chosen may be taken back. */
  mayBeUnset?: boolean;
  /** True if the field says that it wants a value. */
  isMissing?: boolean;
  onChange: (value: unknown) => void;
}

interface Props extends FieldProps<PartOffered | ScalarOffered> {
  /** Of a text of several lines, before it grows. */
  minRows?: number;
}
type ScalarOffered = FieldOffered & { type: PartOffered['type'] };

const inputs: Readonly<Record<PartOffered['type'], (props: Props) => ReactNode>> = {
  string: TextField,
  enum: ChoiceField,
  boolean: YesNoField,
  integer: NumberField,
};

/** The input of one value: of a field, or of a field of an object in a list. */
export function ValueField(props: Props) {
  const Input = inputs[props.field.type];
  return <Input {...props} />;
}

/** The props that all inputs take from a field. */
export function labelsOf({
  field: { name, label, description, required },
  error,
}: FieldProps<FieldOffered | PartOffered>) {
  return { name, label, description, error, withAsterisk: required };
}

function ChoiceField(props: Props) {
  const { field, value, mayBeUnset, onChange } = props;
  const chosen = typeof value === 'string' ? value : '';
  const none = { value: '', label: texts.byItself };
  const hasNone = chosen === '' || (mayBeUnset === true && !field.required && !hasDefault(field));
  return (
    <NativeSelect
      {...labelsOf(props)}
      value={chosen}
      data={hasNone ? [none, ...(field.options ?? [])] : [...(field.options ?? [])]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}

function YesNoField(props: Props) {
  if (!hasDefault(props.field)) return <YesNoOrNeitherField {...props} />;
  const { withAsterisk: _notShown, ...labels } = labelsOf(props);
  return (
    <Checkbox
      {...labels}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

/** Of a field without a default, nobody knows what the platform does where it is left out. */
function YesNoOrNeitherField(props: Props) {
  const { value, mayBeUnset, onChange } = props;
  const isSet = typeof value === 'boolean';
  const none = { value: '', label: texts.byItself };
  const answers = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ];
  return (
    <NativeSelect
      {...labelsOf(props)}
      value={isSet ? String(value) : ''}
      data={isSet && mayBeUnset !== true ? answers : [none, ...answers]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
      }
    />
  );
}

function hasDefault(field: FieldOffered | PartOffered): boolean {
  return 'default' in field && field.default !== null;
}

function NumberField(props: Props) {
  const { value, onChange } = props;
  return (
    <TextInput
      {...labelsOf(props)}
      type="number"
      step={1}
      value={typeof value === 'number' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}

/** With a counter, where the length has a limit; it counts as the platform does: characters, or bytes. */
function TextField(props: Props) {
  const { field, isMissing = false, onChange } = props;
  const { description, isMultiline, format } = field;
  const value = typeof props.value === 'string' ? props.value : '';
  const counter = counterOf(field, value);
  const sentence = /[.!?]$/.test(description) ? description : `${description}.`;
  const words = counter === null ? description : `${sentence} ${counter}`;
  const common = {
    ...labelsOf(props),
    value,
    description: isMissing ? <Missing>{words}</Missing> : words,
  };
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value);
  if (isMultiline) return <Textarea {...common} autosize minRows={props.minRows ?? 3} maxRows={12} onChange={change} />;
  return <TextInput {...common} type={format ?? 'text'} onChange={change} />;
}

/** "12 of 100 characters."; null where nothing is counted. */
function counterOf({ maxLength, maxBytes }: PartOffered, value: string): string | null {
  if (maxBytes !== null) return texts.bytesUsed(count(new TextEncoder().encode(value).length), count(maxBytes));
  return maxLength === null ? null : texts.charactersUsed(count(codePoints(value)), count(maxLength));
}
