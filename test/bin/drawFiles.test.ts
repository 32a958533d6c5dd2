import { evaluate } from '../support/programs';

interface Drawn {
  drawn: string[];
  left: string[];
}

const draw = `import { drawFiles } from './bin/local/tests/drawFiles.mjs';
  const [files, recorded, seeds] = process.argv.slice(1).map((word) => JSON.parse(word));
  const sampling = { longSeconds: 10, oneIn: 3 };
  console.log(JSON.stringify(seeds.map((seed) => drawFiles({ files, recorded, seed, sampling }))));`;

describe('the files of a whole run', () => {
  const long = { 'a.test.ts': 11, 'c.test.ts': 30, 'd.test.ts': 90, 'f.test.ts': 31, 'g.test.ts': 80, 'h.test.ts': 95 };
  const short = { 'b.test.ts': 10, 'e.test.ts': 0.2 };
  const files = [...Object.keys({ ...long, ...short }), 'new.test.ts'].toSorted();
  const drawnWith = async (...seeds: number[]) =>
    evaluate<Drawn[]>(draw, JSON.stringify(files), JSON.stringify({ ...long, ...short }), JSON.stringify(seeds));

  it('are all that are not long, and one in three of the long ones, each in one draw of three', async () => {
    const draws = await drawnWith(7, 8, 9);
    for (const { drawn, left } of draws) {
      expect([...drawn, ...left].toSorted()).toEqual(files);
      expect(drawn).toEqual(expect.arrayContaining([...Object.keys(short), 'new.test.ts']));
      expect(left).toEqual(left.toSorted());
    }
    const drawnLong = draws.flatMap(({ drawn }) => drawn.filter((file) => file in long));
    expect(drawnLong.toSorted()).toEqual(Object.keys(long));
  });

  it('are dealt out, so that no draw has the longest ones alone', async () => {
    const [first] = await drawnWith(9);
    expect(first?.drawn.filter((file) => file in long)).toEqual(['f.test.ts', 'h.test.ts']);
  });

  it('are the same with the same seed', async () => {
    const [one, again] = await drawnWith(2_147_483_000, 2_147_483_000);
    expect(one).toEqual(again);
  });
});
