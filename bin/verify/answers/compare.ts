import type { Cassette } from './cassette';

type Answers = Cassette['answers'];

/** The comparison of a walk with a cassette. */
export interface Comparison {
  /** The calls that both have. */
  readonly compared: number;
  /** The differences of their answers, each a sentence. */
  readonly differences: readonly string[];
}

/** Compares the answers to the calls that both have made: statuses, headers, fields, their types, and their words. */
export function compare(wanted: Cassette, given: Cassette): Comparison {
  const [theirs, ours] = [byCall(wanted.answers), byCall(given.answers)];
  const shared = [...theirs].flatMap(([call, answers]) => {
    const own = ours.get(call);
    return own ? [{ call, answers, own }] : [];
  });
  const differences = shared.flatMap(({ call, answers, own }) =>
    [...statusesDiffer(answers, own), ...formsDiffer(answers, own)].map((difference) => `${call}: ${difference}`),
  );
  return { compared: shared.length, differences };
}

function byCall(answers: Answers): Map<string, Answers> {
  const groups = new Map<string, Answers>();
  for (const answer of answers) {
    const name = `${answer.step} ${answer.method} ${answer.call}`;
    groups.set(name, [...(groups.get(name) ?? []), answer]);
  }
  return groups;
}

/** A call that is made several times may meet a passing refusal in one walk and none in the other: one shared status is enough. */
function statusesDiffer(wanted: Answers, given: Answers): string[] {
  const of = (answers: Answers): number[] => [...new Set(answers.map(({ status }) => status))];
  const [theirs, ours] = [of(wanted), of(given)];
  const isShared = theirs.some((status) => ours.includes(status));
  return isShared ? [] : [`the status is ${ours.join(' or ')}, in the cassette ${theirs.join(' or ')}`];
}

function formsDiffer(wanted: Answers, given: Answers): string[] {
  const statuses = [...new Set(wanted.map(({ status }) => status))];
  return statuses.flatMap((status) => {
    const of = (answers: Answers) => fieldsOf(answers.filter((answer) => answer.status === status));
    return fieldsDiffer(status, of(wanted), of(given));
  });
}

function fieldsDiffer(status: number, theirs: Fields, ours: Fields): string[] {
  if (theirs.size === 0 || ours.size === 0) return [];
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((path) => {
    const [their, our] = [theirs.get(path), ours.get(path)];
    if (!our) return [`${status} lacks ${path}, which the cassette has`];
    if (!their) return [`${status} has ${path}, which the cassette lacks`];
    const isShared = [...their].some((form) => our.has(form));
    return isShared
      ? []
      : [`${status} ${path} is ${[...our].join(' or ')}, in the cassette ${[...their].join(' or ')}`];
  });
}

/** The forms of each field, by its path; the items of a list are one. */
type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function fieldsOf(answers: Answers): Fields {
  const fields = new Map<string, Set<string>>();
  const note = (path: string, form: string): void => {
    fields.set(path, (fields.get(path) ?? new Set()).add(form));
  };
  for (const { headers, body } of answers) {
    for (const header of headers) note(`the header ${header}`, 'there');
    noteFields('', body, note);
  }
  return fields;
}

function noteFields(path: string, value: unknown, note: (path: string, form: string) => void): void {
  const here = path === '' ? 'the body' : path;
  if (Array.isArray(value)) {
    note(here, 'a list');
    for (const item of value) noteFields(`${path}[]`, item, note);
    return;
  }
  if (typeof value !== 'object' || value === null) return note(here, JSON.stringify(value) ?? 'nothing');
  note(here, 'an object');
  for (const [key, part] of Object.entries(value)) noteFields(path === '' ? key : `${path}.${key}`, part, note);
}
