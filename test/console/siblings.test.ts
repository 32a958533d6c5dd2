import { evaluate } from '../support/programs';

const imports = `import { readdirSync, readFileSync } from 'node:fs';
  import { confusedIn } from './test/console/siblings.mjs';`;

it('an element that could take the state of its sibling is found', async () => {
  const act = '<Ask act="remove" />';
  const condition = '{isOn ? <Ask act="off" /> : <Button />}';
  const texts = [
    `<>${condition}${act}</>`,
    `<p>${act}{isOn ? (<Button />) : <Ask />}</p>`,
    `<Row.Cell>{isOn ? <Row.Act /> : null}{isOff ? <b /> : <Row.Act />}</Row.Cell>`,
    `<>${condition.replace('<Ask', '<Ask key="off"')}${act}</>`,
    `<>{isOn && <Ask />}${act}</>`,
    `<>{isOn ? <Ask act="off" /> : <Ask act="on" />}${act}</>`,
  ];
  const found = await evaluate<string[][]>(
    `${imports} console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => confusedIn('const a = ' + text))));`,
  );
  expect(found).toEqual([['Ask'], ['Ask'], ['Row.Act'], [], [], []]);
});

it('no element of the console could take the state of its sibling', async () => {
  const { files, confused } = await evaluate<{ files: number; confused: string[] }>(`${imports}
    const files = readdirSync('console', { recursive: true }).filter((file) => file.endsWith('.tsx'));
    const confused = files.flatMap((file) => confusedIn(readFileSync('console/' + file, 'utf8')).map((tag) => file + ': ' + tag));
    console.log(JSON.stringify({ files: files.length, confused }));`);
  expect(confused).toEqual([]);
  expect(files).toBeGreaterThan(100);
});
