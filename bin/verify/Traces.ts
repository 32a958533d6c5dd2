/** A thing that the walk has made on a platform, and the way to remove it. */
interface Trace {
  readonly name: string;
  readonly remove: () => Promise<void>;
}

/** Everything that the walk has made and not removed yet: whatever ends the walk, nothing of it stays. */
export class Traces {
  readonly #traces = new Set<Trace>();

  /** Notes a thing before it is made. @returns a function that forgets it, for a step that removes it itself */
  add(name: string, remove: () => Promise<void>): () => void {
    const trace = { name, remove };
    this.#traces.add(trace);
    return () => void this.#traces.delete(trace);
  }

  /** The names of all that is there, for an operator who has to remove it by hand. */
  names(): string[] {
    return [...this.#traces].map(({ name }) => name);
  }

  /** Removes all, the newest first. A failure hinders no other removal. @returns the things that are left, with the reason */
  async removeAll(reasonOf: (error: unknown) => string): Promise<string[]> {
    const left: string[] = [];
    for (const trace of [...this.#traces].toReversed()) {
      try {
        await trace.remove();
        this.#traces.delete(trace);
      } catch (error) {
        left.push(`${trace.name} (${reasonOf(error)})`);
      }
    }
    return left;
  }
}
