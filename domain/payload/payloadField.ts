/** What describes a value, wherever it stands in a payload: as a field, as an item of a list, or as a field of such an item. */
interface Described {
  readonly name: string;
  /** Its name in a form. */
  readonly label: string;
  readonly required: boolean;
  readonly options?: readonly string[];
  /** For `string`: Unicode code points. */
  readonly maxLength?: number;
  /** For `string`: bytes in UTF-8, where the platform counts these. */
  readonly maxBytes?: number;
  /** For `string`: a reader sees something of it. A required `string` always needs that. */
  readonly needsVisible?: boolean;
  /** For `string`: a form shows several lines of it. */
  readonly isMultiline?: boolean;
  /** For `string`: a public address (contract.md §2, §13), or a day as ISO 8601 writes it. */
  readonly format?: 'url' | 'date';
  /** For an address: a file is read there, so the `mediaUrl` of an upload session of the workspace is one, too. */
  readonly takesUpload?: boolean;
  /** The form of a `string`, as JSON Schema writes a pattern; and the fault of another form. */
  readonly pattern?: string;
  readonly patternFault?: string;
  readonly description: string;
}

/** A field of the payload of an assignment: described by data (the capabilities), checked by one function (domain/payload/payload.ts). */
export interface PayloadField extends Described {
  readonly type: 'string' | 'enum' | 'array' | 'boolean' | 'integer';
  readonly default?: Plain | readonly string[];
  /** For a `string`: an id of this list of the channel (platforms/ChannelLists.ts). */
  readonly pickedFrom?: 'playlists' | 'categories';
  /** For `array`: what each item is; absent: any text. */
  readonly items?: PayloadItem;
  /** For `array`. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** For `array`: code points of all items, a comma between two, and 2 more for each item with a space. */
  readonly maxTotalLength?: number;
  /** For `array`: the name of a list that has at least as many items. */
  readonly atMostAsManyAs?: string;
  /** The platform lets it be changed once the post is public (contract.md §2); absent: it does not. */
  readonly editableAfterPublish?: boolean;
  /** The platform takes it with the media alone, so no change is possible once these are there. */
  readonly fixedWithUpload?: boolean;
}

/** An item of a list: a text, or an object of fields. An item that is not `required` may be an empty text. */
export interface PayloadItem extends Described {
  readonly type: 'string' | 'object';
  /** For `object`. */
  readonly fields?: readonly PayloadPart[];
  /** For `object`: exactly one of the fields is there. Absent: each field is there or not, as it says itself. */
  readonly hasOneField?: boolean;
}

/** A field of an object in a list. */
export interface PayloadPart extends Described {
  readonly type: 'string' | 'enum' | 'boolean' | 'integer';
}

type Plain = string | number | boolean;
/** An item of a list of objects. */
export type PayloadObject = Readonly<Record<string, Plain>>;
export type PayloadValue = Plain | readonly string[] | readonly PayloadObject[];

/** As answers describe these: they have null where a platform declares nothing. */
export type FieldRules = Nullable<PayloadField, 'items'> & { readonly items?: ItemRules | null };
export type ItemRules = Nullable<PayloadItem, 'fields'> & { readonly fields?: readonly PartRules[] | null };
export type PartRules = Nullable<PayloadPart, never>;
/** The rules of a text, wherever it stands. */
export type TextRules = Pick<
  PartRules,
  'required' | 'maxLength' | 'maxBytes' | 'needsVisible' | 'format' | 'pattern' | 'patternFault'
>;

type Nullable<Of extends Described & { type: string }, Left extends string> = {
  readonly [Name in keyof Of as Exclude<Name, Left>]: Of[Name] | null;
} & Pick<Of, 'name' | 'type' | 'required'>;
