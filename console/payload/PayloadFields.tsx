import { Stack, TagsInput } from '@mantine/core';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
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
  /** The channels of the platform that get the post. Where there are several, no field asks for the id of one channel's list. */
  channelIds: readonly string[];
  /** True if an empty text is a value: it then replaces the text before. */
  keepsEmpty?: boolean;
  /** True if a required field without a value says so. */
  tellsMissing?: boolean;
  /** Takes the place of an input, or adds something to it. */
  renderField?: (props: FieldProps<FieldOffered>, input: ReactNode) => ReactNode;
  onChange: (values: Values) => void;
}

/** A form that is made of the capabilities of a content type. */
export function PayloadFields(given: Props) {
  const { fields, values, errors, channelIds, keepsEmpty = false, tellsMissing = false, renderField, onChange } = given;
  // The id of one channel's list fits no other channel.
  const isAsked = ({ name, pickedFrom }: FieldOffered) =>
    pickedFrom !== 'playlists' || channelIds.length < 2 || values[name] !== undefined;
  return (
    <Stack>
      {fields.filter(isAsked).map((field) => {
        const props = {
          field,
          value: values[field.name],
          error: errors[field.name],
          mayBeUnset: !keepsEmpty,
          isMissing: tellsMissing && field.required && !Object.hasOwn(values, field.name),
          onChange: (value: unknown) => onChange(withValue(values, field.name, value, keepsEmpty)),
        };
        const count = lengthOf(field.atMostAsManyAs === null ? [] : values[field.atMostAsManyAs]);
        const input = <Field {...props} channelIds={channelIds} count={count} />;
        return <Fragment key={field.name}>{renderField ? renderField(props, input) : input}</Fragment>;
      })}
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
  if (items?.type === 'object') {
    const only = others.length === 0 ? connectionId : undefined;
    return <ObjectListField {...props} connectionId={only} items={items} value={value} />;
  }
  return <TextListField {...props} items={items} count={count} value={value} />;
}

interface TextListProps extends FieldProps<FieldOffered> {
  items: FieldOffered['items'];
  count: number;
}

function TextListField({ items, count, ...props }: TextListProps) {
  if (!items || props.field.atMostAsManyAs === null) return <ListField {...props} />;
  return <PerItemField {...props} items={items} count={count} />;
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
