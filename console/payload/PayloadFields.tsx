import { Stack, TagsInput } from '@mantine/core';
import { texts } from '../texts/payload';
import { withValue } from './fields';
import type { FieldOffered, Values } from './fields';
import { ObjectListField } from './ObjectListField';
import { labelsOf, ValueField } from './ValueField';
import type { FieldProps } from './ValueField';

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

function Field(props: FieldProps<FieldOffered>) {
  const { field } = props;
  const value = props.value ?? field.default;
  const { type } = field;
  if (type !== 'array') return <ValueField {...props} field={{ ...field, type }} value={value} />;
  const { items } = field;
  if (items?.type === 'object') return <ObjectListField {...props} items={items} value={value} />;
  return <ListField {...props} value={value} />;
}

function ListField(props: FieldProps<FieldOffered>) {
  const { field, value, onChange } = props;
  return (
    <TagsInput
      {...labelsOf(props)}
      value={Array.isArray(value) ? value.map(String) : []}
      {...(field.maxItems !== null && { maxTags: field.maxItems })}
      placeholder={texts.listPlaceholder}
      onChange={onChange}
    />
  );
}
