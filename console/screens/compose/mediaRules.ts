import type { Capabilities } from '../../../api/platforms/schema';
import { isTypeOf, mediaKindIn, mediaKinds } from '../../../domain/mediaType';
import { bytes } from '../../words/amounts';
import { duration } from '../../words/time';

type TypeOffered = Capabilities['contentTypes'][number];
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

/** "Video: at most 10.7 GB, at most 4 h 0 min long", one text a kind. */
export function ruleWords(rules: MediaRules): string[] {
  return mediaKinds.flatMap((kind) => {
    const rule = rules[kind];
    if (!rule) return [];
    const { maxFileSizeBytes, maxDurationSeconds, contentTypes } = rule;
    const limits = [
      ...contentTypes.filter((type) => !type.endsWith('/*')).map((type) => type.split('/')[1]?.toUpperCase() ?? type),
      ...(maxFileSizeBytes === null ? [] : [`at most ${bytes(maxFileSizeBytes)}`]),
      ...(maxDurationSeconds === null ? [] : [`at most ${duration(1_000 * maxDurationSeconds)} long`]),
    ];
    return `${kind === 'video' ? 'Video' : 'Image'}: ${limits.length === 0 ? 'no limits are known' : limits.join(', ')}`;
  });
}

/** Why a file does not fit, before a byte of it is sent; null: it may. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>, rules: MediaRules): string | null {
  const kind = mediaKindIn(type);
  const rule = kind && rules[kind];
  if (!rule) return `This file is ${type === '' ? 'of an unknown type' : `of the type ${type}`}, which does not fit.`;
  if (!rule.contentTypes.some((pattern) => isTypeOf(pattern, type))) return `Files of the type ${type} do not fit.`;
  const { maxFileSizeBytes: most } = rule;
  return most !== null && size > most ? `This file has ${bytes(size)}; at most ${bytes(most)} fit.` : null;
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
