type Fields<Value> = Readonly<Record<string, Value>>;

/** The fields that differ, with their later values. Only these are sent: others may change the rest meanwhile. */
export function changesOf<Value>(before: Fields<Value>, after: Fields<Value>): Record<string, Value> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
