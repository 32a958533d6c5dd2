import { Checkbox, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { codePoints } from '../../domain/payload/text';
import { texts } from '../texts/payload';
import { count } from '../texts/amounts';
import { withValue } from './fields';
import type { FieldOffered, Values } from './fields';

interface Props {
  fields: readonly FieldOffered[];
  values: Values;
  /** The fault of each field, by field name. */
  errors: Readonly<Record<string, string | undefined>>;
  /** True if an empty text is a value: it then replaces the text before. */
  keepsEmpty?: boolean;
  onChange: (values: Values) => void;
}

/** A form that is made of the capabilities of a content type. */
export function PayloadFields({ fields, values, errors, keepsEmpty = false, onChange }: Props) {
  return (
    <Stack>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errors[field.name]}
          onChange={(value) => onChange(withValue(values, field.name, value, keepsEmpty))}
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  field: FieldOffered;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

type Shown = (props: FieldProps) => ReactNode;

/** One part for each type of field. */
const parts: Readonly<Record<FieldOffered['type'], Shown>> = {
  string: TextField,
  enum: ChoiceField,
  array: ListField,
  boolean: YesNoField,
  integer: NumberField,
};

function Field(props: FieldProps) {
  const Part = parts[props.field.type];
  return <Part {...props} value={props.value ?? props.field.default} />;
}

/** The props that all inputs take from a field. */
function commonOf({ field: { name, label, description, required }, error }: FieldProps) {
  return { name, label, description, error, withAsterisk: required };
}

function ChoiceField(props: FieldProps) {
  const { field, value, onChange } = props;
  const options = field.options ?? [];
  return (
    <NativeSelect
      {...commonOf(props)}
      value={typeof value === 'string' ? value : ''}
      data={value === null ? ['', ...options] : [...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ListField(props: FieldProps) {
  const { field, value, onChange } = props;
  return (
    <TagsInput
      {...commonOf(props)}
      value={Array.isArray(value) ? value.map(String) : []}
      {...(field.maxItems !== null && { maxTags: field.maxItems })}
      placeholder={texts.listPlaceholder}
      onChange={onChange}
    />
  );
}

function YesNoField(props: FieldProps) {
  const { withAsterisk: _notShown, ...labels } = commonOf(props);
  return (
    <Checkbox
      {...labels}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function NumberField(props: FieldProps) {
  const { value, onChange } = props;
  return (
    <TextInput
      {...commonOf(props)}
      type="number"
      step={1}
      value={typeof value === 'number' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}

/** With a counter, where the length has a limit; it counts as the platform does: characters, or bytes. */
function TextField(props: FieldProps) {
  const { field, onChange } = props;
  const { description, isMultiline, format } = field;
  const value = typeof props.value === 'string' ? props.value : '';
  const counter = counterOf(field, value);
  const sentence = /[.!?]$/.test(description) ? description : `${description}.`;
  const common = {
    ...commonOf(props),
    value,
    description: counter === null ? description : `${sentence} ${counter}`,
  };
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value);
  if (isMultiline) return <Textarea {...common} autosize minRows={3} maxRows={12} onChange={change} />;
  return <TextInput {...common} type={format === 'url' ? 'url' : 'text'} onChange={change} />;
}

/** "12 of 100 characters."; null where nothing is counted. */
function counterOf({ maxLength, maxBytes }: FieldOffered, value: string): string | null {
  if (maxBytes !== null) return texts.bytesUsed(count(new TextEncoder().encode(value).length), count(maxBytes));
  return maxLength === null ? null : texts.charactersUsed(count(codePoints(value)), count(maxLength));
}
