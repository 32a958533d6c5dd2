import { Stack, TagsInput } from '@mantine/core';
import { texts } from '../texts/payloadInputs';
import { withValue } from './fields';
import type { FieldOffered, Values } from './fields';
import { ObjectListField } from './ObjectListField';
import { PerItemField } from './PerItemField';
import { PickField } from './PickField';
import { labelsOf, ValueField } from './ValueField';
import type { FieldProps } from './ValueField';

interface Props {
  fields: readonly FieldOffered[];
  values: Values;
  /** The fault of each field, by field name. */
  errors: Readonly<Record<string, string | undefined>>;
  /** The channels of the platform that get the post. What is picked from a list of a channel is typed where there are several. */
  channelIds: readonly string[];
  /** True if an empty text is a value: it then replaces the text before. */
  keepsEmpty?: boolean;
  onChange: (values: Values) => void;
}

/** A form that is made of the capabilities of a content type. */
export function PayloadFields({ fields, values, errors, channelIds, keepsEmpty = false, onChange }: Props) {
  return (
    <Stack>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errors[field.name]}
          mayBeUnset={!keepsEmpty}
          channelIds={channelIds}
          count={lengthOf(field.atMostAsManyAs === null ? [] : values[field.atMostAsManyAs])}
          onChange={(value) => onChange(withValue(values, field.name, value, keepsEmpty))}
        />
      ))}
    </Stack>
  );
}

interface OwnProps extends FieldProps<FieldOffered>, Pick<Props, 'channelIds'> {
  /** Of a list with a text for each item of another list: the number of these items. */
  count: number;
}

function Field({ channelIds, count, ...props }: OwnProps) {
  const { field } = props;
  const value = props.value ?? field.default;
  const [connectionId, ...others] = channelIds;
  const isOfOne = others.length === 0 || field.pickedFrom === 'categories';
  if (field.pickedFrom !== null && connectionId !== undefined && isOfOne) {
    return (
      <PickField key={connectionId} {...props} value={value} list={field.pickedFrom} connectionId={connectionId} />
    );
  }
  const { type } = field;
  if (type !== 'array') return <ValueField {...props} field={{ ...field, type }} value={value} />;
  const { items } = field;
  if (items?.type === 'object') return <ObjectListField {...props} items={items} value={value} />;
  if (items && field.atMostAsManyAs !== null) {
    return <PerItemField {...props} items={items} count={count} value={value} />;
  }
  return <ListField {...props} value={value} />;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
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
