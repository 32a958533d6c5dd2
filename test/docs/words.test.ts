import { relative } from 'node:path';
import { root } from '../support/programs';
import { projectFiles, textOf } from '../support/projectFiles';

/** This file has wrong names and sentences, to show that they are found. */
const files = projectFiles.filter((file) => /\.(ts|tsx|mjs|cjs|md)$/.test(file) && file !== relative(root, __filename));
const code = files.filter((file) => !file.endsWith('.md'));

/** Words of a text that are no prose: its comments and its texts in single quotes are left out. */
const identifiersOf = (text: string): string[] =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/(?<!:)\/\/.*/g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, '')
    .match(/[A-Za-z_]\w*/g) ?? [];

const noTerm = /(?:^|_)(?:(?:un)?told|standing)(?=$|[A-Z_])|(?:^|[a-z])(?:Told|Standing)(?=$|[A-Z_])/;
const saysHeld = /(?:^|_)held(?=$|[A-Z_])|(?:^|[a-z])Held(?=$|[A-Z_])/;
const ofCredits = ['heldPerSecond', 'heldPerSecondMin', 'purchasedHeld', 'purchased_held'];

/** The identifiers that use a word of the glossary (docs/glossary.md, "Words with several meanings") for something else. */
function strangeNames(text: string): string[] {
  const isAboutCredits = /credit|ledger|holdsCount/i.test(text);
  const known = isAboutCredits ? ['held', 'Held', ...ofCredits] : ofCredits;
  const names = identifiersOf(text).filter(
    (name) => noTerm.test(name) || (saysHeld.test(name) && !known.includes(name)),
  );
  return [...new Set(names)];
}

/** The sentences whose subject is a clause: the reader learns late what they are about (ARCHITECTURE.md §14). */
function lateSentences(text: string): string[] {
  const unwrapped = text.replaceAll(/\s*\n\s*(?:\*|\/\/|#|>)?\s*/g, ' ');
  return unwrapped.match(/(?<=[a-z)`’'"”*][.:;] )(?:Who|Whoever|What|Whatever|Whichever) [^.?!]*[.!]/g) ?? [];
}

const findingsIn = (among: readonly string[], find: (text: string) => string[]): string[] =>
  among.flatMap((file) => find(textOf(file)).map((finding) => `${file}: ${finding}`));

describe('standing, held and told', () => {
  it('are names of nothing but credits that are held', () => {
    expect(findingsIn(code, strangeNames)).toEqual([]);
  });

  it.each([
    ['const isStanding = true;', ['isStanding']],
    ['const toldOf = (untold: string) => standingBy;', ['toldOf', 'untold', 'standingBy']],
    ['interface HeldUpload { held_at: Date }', ['HeldUpload', 'held_at']],
    ['/** Credits. */ const heldSlots = held;', ['heldSlots']],
  ])('are found where they name something else: %s', (text, found) => {
    expect(strangeNames(text)).toEqual(found);
  });

  it.each([
    'const understanding = threshold;',
    "/* They are told. */ it('has a long standing'); // held",
    'const credits = { held: 1, purchasedHeld: 2 };',
  ])('are not found elsewhere: %s', (text) => {
    expect(strangeNames(text)).toEqual([]);
  });
});

describe('the sentences of comments and pages', () => {
  it('begin with their actor: none begins with who or what', () => {
    expect(findingsIn(files, lateSentences)).toEqual([]);
  });

  it.each([
    ['/** It is kept. What is\n * left is removed. */', ['What is left is removed.']],
    ['A key is shown once: Whoever has it may ask.', ['Whoever has it may ask.']],
  ])('would be found: %s', (text, found) => {
    expect(lateSentences(text)).toEqual(found);
  });

  it.each(['Who acts', 'It waits. What is it for?', 'The words say what is meant.'])('pass: %s', (text) => {
    expect(lateSentences(text)).toEqual([]);
  });
});
