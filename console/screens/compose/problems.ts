import type { FieldOffered } from '../../payload/fields';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts as catalogue } from '../../texts/screens/compose';
import { follows, roleOf, textRoles } from './commonTexts';
import { partOf, platformsOf } from './draft';
import type { Draft } from './draft';
import type { FieldPlace } from './focusField';
import { isMediaList } from './mediaRules';
import { offeredOf } from './offers';
import type { Offers } from './offers';
import type { Judged } from './useValidations';

const texts = catalogue.review;

/** A reason why the post cannot be published yet. */
export interface Problem extends FieldPlace {
  words: string;
}

interface Given {
  draft: Draft;
  chosen: readonly ConnectionRow[];
  offers: Offers;
  judged: readonly Judged[];
  platformName: (slug: string) => string;
  /** Labels of the fields that posts of every kind have. */
  labels: Readonly<Record<string, string>>;
}

/** The parts of the form before those of the platforms, in their order. */
const commonPlaces = ['channels', 'types', 'media', 'texts', 'time'];
const placesByField: Readonly<Record<string, string>> = {
  connectionId: 'channels',
  type: 'types',
  mediaUrl: 'media',
  scheduledAt: 'time',
  callbackUrl: 'programs',
  externalId: 'programs',
};

/** The problems of the post, each once, in the order of the form. */
export function problemsOf(given: Given): Problem[] {
  const { draft, chosen, offers, judged, platformName } = given;
  const platforms = platformsOf(chosen);
  if (platforms.length === 0) return [{ place: 'channels', name: '', words: texts.noChannel }];
  const untyped = platforms.filter((platform) => !offeredOf(offers, platform, partOf(draft, platform).type));
  const found = [
    ...untyped.map((platform) => ({
      place: 'types',
      name: platform,
      rank: [commonPlaces.indexOf('types'), 0] as const,
      words: platforms.length === 1 ? texts.noType : texts.noTypeFor(platformName(platform)),
    })),
    ...judged.flatMap((one) => problemsFor(one, given, platforms)),
  ];
  const ordered = found.toSorted((one, other) => byRank(one.rank, other.rank));
  const once = new Map(ordered.map(({ rank: _rank, ...problem }) => [`${problem.place} ${problem.words}`, problem]));
  return [...once.values()];
}

interface Ranked extends Problem {
  /** The part of the form, and the place in it. */
  rank: readonly [number, number];
}

function problemsFor({ channel, validation, stage }: Judged, given: Given, platforms: readonly string[]): Ranked[] {
  if (stage === 'incomplete') return [];
  const { draft, offers, labels, platformName } = given;
  const { type, payload } = partOf(draft, channel.platform);
  const fields = offeredOf(offers, channel.platform, type)?.payloadFields ?? [];
  return Object.entries(validation.data?.errors ?? {}).flatMap(([key, sentences]) => {
    const name = key.replace(/^payload\./, '');
    const field = fields.find((one) => key !== name && one.name === name);
    const place = field ? placeOf(field, payload, channel.platform) : (placesByField[name] ?? '');
    const isOfOne = place === channel.platform || place === mediaPlaceOf(channel.platform);
    const subject =
      place === 'channels' ? channel.name : isOfOne && platforms.length > 1 ? platformName(channel.platform) : '';
    const label = field?.label ?? labels[name] ?? name;
    return sentences.map((text) => ({
      place,
      name: (place === 'texts' && field && roleOf(field)) || name,
      words: `${subject === '' ? '' : `${subject}: `}${label}${/^[A-Z]/.test(text) ? ':' : ''} ${text}`,
      rank: [rankOf(place, platforms), field ? orderIn(fields, field) : 0] as const,
    }));
  });
}

/** The part of the form for a list of media, which stands with the media. */
export function mediaPlaceOf(platform: string): string {
  return `media-${platform}`;
}

function placeOf(field: FieldOffered, payload: Draft['parts'][string]['payload'], platform: string): string {
  if (isMediaList(field)) return mediaPlaceOf(platform);
  return follows(payload, field) ? 'texts' : platform;
}

function rankOf(place: string, platforms: readonly string[]): number {
  const part = place.startsWith('media-') ? 'media' : place;
  const common = commonPlaces.indexOf(part);
  if (common >= 0) return common;
  const own = platforms.indexOf(part);
  return commonPlaces.length + (own >= 0 ? own : platforms.length);
}

/** Of common texts the order is that of the form; else that of the fields. */
function orderIn(fields: readonly FieldOffered[], field: FieldOffered): number {
  const role = roleOf(field);
  return role === undefined ? textRoles.length + fields.indexOf(field) : textRoles.indexOf(role);
}

function byRank([part, place]: Ranked['rank'], [otherPart, otherPlace]: Ranked['rank']): number {
  return part - otherPart || place - otherPlace;
}
