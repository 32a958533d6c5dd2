import * as fc from 'fast-check';
import { judgeUrl } from '../../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../../lib/safeFetch/OutboundError';
import { embeddingsOf, spellingsOf } from './support/ipv4Forms';
import { addressWithin, closedIPv4Ranges } from './support/ranges';
import { runs } from '../../support/counts';

const judgement = (url: string): string => {
  const judged = judgeUrl(url, []);
  return judged instanceof OutboundError ? judged.reason : judged.href;
};

describe('judgeUrl', () => {
  it('refuses each closed IPv4 address in every spelling and in every IPv6 form', () => {
    const closed = fc.constantFrom(...closedIPv4Ranges).chain(addressWithin);
    fc.assert(
      fc.property(closed, (ip) => {
        const hosts = [...spellingsOf(ip), ...Object.values(embeddingsOf(ip)).map((form) => `[${form}]`)];
        expect(hosts.filter((host) => judgement(`http://${host}/`) !== 'blocked_address')).toEqual([]);
      }),
      { ...runs(150, 10_000), examples: closedIPv4Ranges.flat().map((ip) => [ip]) },
    );
  });

  it('answers for any text at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true, withQueryParameters: true })),
        (text) => {
          const judged = judgeUrl(text, []);
          const isSound = judged instanceof URL ? /[^.]$/.test(judged.hostname) : judged instanceof OutboundError;
          expect(isSound).toBe(true);
        },
      ),
      runs(500, 10_000),
    );
  });
});
