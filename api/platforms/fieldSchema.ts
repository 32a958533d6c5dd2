import { z } from 'zod';
import { Count } from '../http/fields';

/** What describes a value, wherever it stands in a payload. */
const described = {
  name: z.string().meta({ description: 'Key inside `payload`, or inside an object of a list', example: 'privacy' }),
  label: z.string().meta({ description: 'What a form calls it', example: 'Privacy' }),
  required: z.boolean(),
  options: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The values of an `enum`, else null', example: ['public', 'unlisted', 'private'] }),
  maxLength: Count.nullable().meta({ description: 'Of a `string`, in Unicode code points; null: no limit' }),
  maxBytes: Count.nullable().meta({ description: 'Of a `string`, in UTF-8; null: no limit of its own' }),
  needsVisible: z.boolean().meta({ description: 'Of a `string`: needs a character that can be seen' }),
  isMultiline: z.boolean().meta({ description: 'Of a `string`: a form shows several lines' }),
  format: z
    .enum(['url', 'date'])
    .nullable()
    .meta({ description: 'What a `string` has to be: an address, or a day such as 2026-07-31; null: any text' }),
  takesUpload: z
    .boolean()
    .meta({ description: 'Of an address: the `mediaUrl` of an upload session may stand there, too' }),
  pattern: z.string().nullable().meta({ description: 'What a `string` looks like (ECMA-262); null: any text' }),
  patternFault: z.string().nullable().meta({ description: 'What a text of another form is told; null: no `pattern`' }),
  description: z.string(),
};

const PayloadPart = z
  .strictObject({ type: z.enum(['string', 'enum', 'boolean', 'integer']).meta({ example: 'string' }), ...described })
  .meta({ id: 'PayloadPart', description: 'A field of an object in a list' });

const PayloadItem = z
  .strictObject({
    type: z.enum(['string', 'object']).meta({ example: 'string' }),
    ...described,
    required: z.boolean().meta({ description: 'Of a text: whether it has to say something; else it may be empty' }),
    fields: z.array(PayloadPart).nullable().meta({ description: 'Of an `object`; else null' }),
    hasOneField: z.boolean().meta({ description: 'Of an `object`: exactly one of `fields` has to be there' }),
  })
  .meta({ id: 'PayloadItem', description: 'What each item of a list is' });

export const PayloadField = z
  .strictObject({
    type: z.enum(['string', 'enum', 'array', 'boolean', 'integer']).meta({ example: 'enum' }),
    ...described,
    default: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Value used when the field is left out; null: none', example: 'private' }),
    pickedFrom: z
      .enum(['playlists', 'categories'])
      .nullable()
      .meta({ description: 'The list of the channel that has the ids which fit (`/connections/{id}/…`); null: none' }),
    items: PayloadItem.nullable().meta({ description: 'Of an `array`; else null' }),
    minItems: Count.nullable().meta({ description: 'Of an `array`; null: no limit' }),
    maxItems: Count.nullable().meta({ description: 'Of an `array`; null: no limit' }),
    maxTotalLength: Count.nullable().meta({
      description:
        'Of an `array`: code points of all items, a comma between two, and 2 more for each item with a space; null: no limit',
    }),
    atMostAsManyAs: z
      .string()
      .nullable()
      .meta({ description: 'Of an `array`: the name of a list that has to have at least as many items; null: none' }),
    editableAfterPublish: z
      .boolean()
      .meta({ description: 'Whether PATCH with `updatePublished` can change it once the post is published' }),
    fixedWithUpload: z.boolean().meta({ description: 'Whether PATCH can change it in `pending` only' }),
  })
  .meta({ id: 'PayloadField' });
