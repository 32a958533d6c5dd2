import { z } from 'zod';
import { refuseParameter } from './errors';
import type { Params } from './graph/params';

const countriesMax = 25;

const Targeting = z.looseObject({
  geo_locations: z.looseObject({ countries: z.array(z.string()).default([]) }).optional(),
});

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The countries of `targeting`, as ISO 3166 codes, 25 at most (reference page of a page's feed). `feed_targeting` only decides whose
 * feed shows the post, so it is read and not kept. Throws code 100; its text is assumed.
 */
export function readCountries(params: Params): string[] {
  readTargeting(params, 'feed_targeting');
  return readTargeting(params, 'targeting');
}

function readTargeting(params: Params, name: string): string[] {
  const countries = parsed(params.get(name) ?? '{}', name).geo_locations?.countries ?? [];
  if (countries.length > countriesMax) throw refuseParameter(`Param ${name} takes at most ${countriesMax} countries`);
  const unknown = countries.find((code) => !/^[A-Z]{2}$/.test(code) || names.of(code) === undefined);
  if (unknown !== undefined) throw refuseParameter(`Invalid country code ${unknown} in param ${name}`);
  return countries;
}

function parsed(text: string, name: string): z.infer<typeof Targeting> {
  try {
    return Targeting.parse(JSON.parse(text));
  } catch {
    throw refuseParameter(`Param ${name} must be a valid targeting spec`);
  }
}
