import type { Capabilities } from '../../../api/platforms/schema';
import { isTypeOf, mediaKindIn, mediaKinds } from '../../../domain/mediaType';
import { texts as catalogue } from '../../texts/screens/compose';
import { duration } from '../../words/time';

const texts = catalogue.media;

type TypeOffered = Capabilities['contentTypes'][number];
type FieldOffered = TypeOffered['payloadFields'][number];
type Kind = keyof TypeOffered['media'];
type Rule = NonNullable<TypeOffered['media'][Kind]>;
export type MediaRules = Partial<Record<Kind, Rule>>;

/** The strictest limits of all these types, for each kind of media. A kind that one of them refuses is left out. */
export function commonRules(offered: readonly TypeOffered[]): MediaRules {
  const found: MediaRules = {};
  for (const kind of mediaKinds) {
    const rules = offered.flatMap(({ media }) => media[kind] ?? []);
    const [first, ...others] = rules;
    if (first && rules.length === offered.length) found[kind] = others.reduce(stricter, first);
  }
  return found;
}

/** "Video: up to 10.7 GB, up to 4 h 0 min long", one text a kind. */
export function ruleWords(rules: MediaRules): string[] {
  return mediaKinds.flatMap((kind) => {
    const rule = rules[kind];
    if (!rule) return [];
    const { maxFileSizeBytes, maxDurationSeconds, contentTypes } = rule;
    const limits = [
      ...contentTypes.filter((type) => !type.endsWith('/*')).map((type) => type.split('/')[1]?.toUpperCase() ?? type),
      ...(maxFileSizeBytes === null ? [] : [texts.sizeLimit(maxFileSizeBytes)]),
      ...(maxDurationSeconds === null ? [] : [texts.durationLimit(duration(1_000 * maxDurationSeconds))]),
    ];
    return `${texts.kinds[kind]}: ${limits.length === 0 ? texts.noKnownLimits : limits.join(', ')}`;
  });
}

/** Why a file does not fit, before a byte of it is sent; null: it may. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>, rules: MediaRules): string | null {
  const kind = mediaKindIn(type);
  const rule = kind && rules[kind];
  if (!rule) return type === '' ? texts.unknownType : texts.unsupportedType(type);
  if (!rule.contentTypes.some((pattern) => isTypeOf(pattern, type))) return texts.unsupportedType(type);
  const { maxFileSizeBytes: most } = rule;
  return most !== null && size > most ? texts.tooLarge(size, most) : null;
}

/** Tells whether a field is a list of media. */
export function isMediaList({ items }: FieldOffered): boolean {
  return items?.type === 'string' && items.format === 'url';
}

function stricter(one: Rule, other: Rule): Rule {
  const types = one.contentTypes.filter((type) => other.contentTypes.some((pattern) => isTypeOf(pattern, type)));
  return {
    maxFileSizeBytes: least(one.maxFileSizeBytes, other.maxFileSizeBytes),
    maxDurationSeconds: least(one.maxDurationSeconds, other.maxDurationSeconds),
    contentTypes: types.length > 0 ? types : other.contentTypes,
  };
}

/** Null is no limit. */
function least(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}
