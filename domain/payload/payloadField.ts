/** A field of the payload of an assignment: described by data (the capabilities), checked by one function (domain/payload/payload.ts). */
export interface PayloadField {
  readonly name: string;
  /** Its name in a form. */
  readonly label: string;
  readonly type: 'string' | 'enum' | 'array' | 'boolean' | 'integer';
  readonly required: boolean;
  readonly default?: PayloadValue;
  readonly options?: readonly string[];
  /** For `string`, and for each item of an `array`: Unicode code points. */
  readonly maxLength?: number;
  /** For `string`: bytes in UTF-8, where the platform counts these. */
  readonly maxBytes?: number;
  /** For `string`, and for each item of an `array`: a reader sees something of it. A required `string` always needs that. */
  readonly needsVisible?: boolean;
  /** For `string`: a form shows several lines of it. */
  readonly isMultiline?: boolean;
  /** For `string`, and for each item of an `array`: a public address (contract.md §2, §13). */
  readonly format?: 'url';
  /** The form of a `string`, and of each item of an `array`, as JSON Schema writes a pattern; and the fault of another form. */
  readonly pattern?: string;
  readonly patternFault?: string;
  /** For `array`. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** For `array`: code points of all items, a comma between two, and 2 more for each item with a space. */
  readonly maxTotalLength?: number;
  /** The platform lets it be changed once the post is public (contract.md §2); absent: it does not. */
  readonly editableAfterPublish?: boolean;
  readonly description: string;
}

/** A field as answers describe it: they have null where a platform declares nothing. */
export type FieldRules = { readonly [Name in keyof PayloadField]: PayloadField[Name] | null } & Declared;
type Declared = Pick<PayloadField, 'name' | 'type' | 'required'>;

export type PayloadValue = string | number | boolean | readonly string[];
