import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { platformOffers } from '../../../platforms';
import { kinds, textKinds } from '../../kinds';
import { schemasOf } from '../../support/callers/schemaFaults';

/** With the toy platform, whose line `test/kinds` adds. */
const document = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
const faultsOf = schemasOf(document);
const nameOf = ({ platform, type }: { platform: string; type: string }) =>
  `${platform}-${type}-payload`.replaceAll(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());

describe.each(kinds.map((kind) => [nameOf(kind), kind] as const))('%s', (name, kind) => {
  const schema = ['components', 'schemas', name];
  const { payloadFields } = kind.create('http://127.0.0.1:1').publishers.get(kind.type)!.capabilities;
  const { minItems = 1 } = payloadFields.find((field) => field.name === kind.mediaField) ?? {};
  const urls = Array.from({ length: minItems }, (_none, nth) => `https://media.example/${nth}.jpg`);
  const media = kind.mediaField === null ? {} : { [kind.mediaField]: urls };
  const payload = { ...kind.payload('Along the coast', 'public'), ...media };

  it('takes the payloads of its kind, also with fields that the kind does not have', () => {
    expect(faultsOf(schema, payload)).toEqual([]);
    expect(faultsOf(schema, { ...kind.changed, ...media })).toEqual([]);
    expect(faultsOf(schema, { ...payload, unheardOf: 1 })).toEqual([]);
  });
  if (!textKinds.includes(kind)) return;

  const { required, maxLength = 0 } = payloadFields.find((field) => field.name === kind.titleField)!;
  const missing: [string, unknown][] = [
    ['without its title', undefined],
    ['with a blank title', '  '],
  ];

  it.each([
    ...(required ? missing : []),
    ['with a number as its title', 7],
    ['with a title that is too long', 'x'.repeat(maxLength + 1)],
  ])('refuses one %s', (_what, title) => {
    const { [kind.titleField]: _left, ...rest } = payload;
    const faulty = title === undefined ? rest : { ...rest, [kind.titleField]: title };
    expect(faultsOf(schema, faulty)).not.toEqual([]);
  });
});

it('Payload names each of them, and stays open', () => {
  const named = JSON.stringify(document.components?.schemas?.Payload);
  for (const kind of kinds) expect(named).toContain(`"#/components/schemas/${nameOf(kind)}"`);
  expect(faultsOf(['components', 'schemas', 'Payload'], { ofATypeThatIsNew: true })).toEqual([]);
  expect(faultsOf(['components', 'schemas', 'Payload'], 'text')).not.toEqual([]);
});

it.each(['title', 'description', 'privacy', 'tags', 'madeForKids'])('a %s of another type is refused', (field) => {
  const payload = { title: 'Along the coast', [field]: { no: 'such value' } };
  expect(faultsOf(['components', 'schemas', 'YoutubeVideoPayload'], payload)).not.toEqual([]);
});

it.each([
  ['one address only', ['https://media.example/1.jpg']],
  ['eleven addresses', Array.from({ length: 11 }, (_none, nth) => `https://media.example/${nth}.jpg`)],
  ['an address that is none', ['https://media.example/1.jpg', 'photo.jpg']],
])('a carousel with %s is refused', (_what, mediaUrls) => {
  expect(faultsOf(['components', 'schemas', 'FacebookCarouselPayload'], { mediaUrls })).not.toEqual([]);
});

it.each([
  [{ people: [{ name: 'Ada' }] }, 0],
  [{ people: [{ name: 'Ada', born: 1815 }] }, 0],
  [{ people: [{ picture: 'https://media.example/1.jpg' }] }, 1],
  [{ people: [{ name: 'Ada', picture: '1.jpg' }] }, 1],
  [{ people: ['Ada'] }, 1],
  [{ people: [1, 2, 3, 4].map((nth) => ({ name: `${nth}` })) }, 1],
  [{ places: [{ id: 'P1' }, { name: 'Quay' }] }, 0],
  [{ places: [{ id: 'P1', name: 'Quay' }] }, 1],
  [{ places: [{}] }, 1],
])('objects in a list are described: %j has %i faults', (lists, faults) => {
  const payload = { message: 'M', mediaUrls: [1, 2, 3].map((nth) => `https://media.example/${nth}.jpg`), ...lists };
  const found = faultsOf(['components', 'schemas', 'ToyCarouselPayload'], payload);
  expect(Math.min(found.length, 1)).toBe(faults);
});

it('a link that is no address is refused', () => {
  expect(faultsOf(['components', 'schemas', 'FacebookLinkPayload'], { link: 'example.com' })).not.toEqual([]);
});
