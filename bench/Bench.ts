/** The measurements of one run of an arm, by name; the unit is the last word of the name. */
export type Sample = Readonly<Record<string, number>>;

/** One of the variants that a bench runs in turn. */
export interface Arm {
  readonly name: string;
  /** @throws Error when the run says nothing: it failed, or was disturbed by more than load */
  readonly run: () => Promise<Sample>;
}

/** Every arm once, one after the other. */
export interface Round {
  readonly number: number;
  /** By the name of the arm. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** The highest share of all CPU time that others took while an arm ran, 0 to 1. */
  readonly foreignShare: number;
}

/** A number as the table shows it. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The arm that it is compared with, measured in the same rounds. */
  readonly baseline?: string;
  /** Measured to baseline, with its range over the rounds. */
  readonly ratio?: string;
  /** The budget of the figure; a figure without one is only shown, and counts as met. */
  readonly budget?: string;
  readonly isMet: boolean;
  /** The part of it that can be compared with another run; absolute times and rates cannot. */
  readonly comparable?: Comparable;
}

/** A number, round by round, that depends on the code and little on the machine. */
export interface Comparable {
  /** A ratio to a baseline of the same round, or a count of something that load does not change. */
  readonly kind: 'ratio' | 'count';
  readonly values: readonly number[];
  readonly better: 'higher' | 'lower';
}

export interface BenchOption {
  readonly default: string;
  readonly description: string;
}

/** One question about the service's speed, and how to answer it. A new bench is a file in benches/ and a line in its index. */
export interface Bench {
  readonly name: string;
  /** One sentence, for the list. */
  readonly summary: string;
  /** The bench's own options, by name; all benches have `--rounds` and `--patience`. */
  readonly options: Readonly<Record<string, BenchOption>>;
  /** It takes so long that it runs only where it is named. The default is false. */
  readonly isLong?: boolean;
  /** It is broken off after this time; an hour if left out. */
  readonly hoursMax?: number;
  /** Starts the programs that the rounds need and shows, untimed, that the measured work is right. */
  readonly prepare: (workshop: Workshop, options: Readonly<Record<string, string>>) => Promise<Preparation>;
}

export interface Preparation {
  readonly arms: readonly Arm[];
  /**
   * Interleaved rounds if left out. `armByArm`: all runs of the first arm come first, because there is no way back from
   * the second. The runs with the same number are then a round.
   */
  readonly order?: 'armByArm';
  /** The figures that the rounds amount to. */
  readonly judge: (rounds: readonly Round[]) => readonly Figure[];
}

/** The tools of a bench. At its end the run stops these processes and removes `dir`. */
export interface Workshop {
  readonly processes: Processes;
  /** An empty folder. */
  readonly dir: string;
  /** The folder of raw rounds. */
  readonly resultsDir: string;
  /** The real service on a PostgreSQL and a Temporal server of its own, with `platformUrl` in the place of Google's hosts. */
  readonly startService: (platformUrl: string) => Promise<Service>;
  readonly say: (line: string) => void;
}

export interface Service {
  readonly apiUrl: string;
  /** Temporal's own HTTP API. */
  readonly temporalUrl: string;
  readonly workerPid: number;
  /** Runs a command of the administration program; resolves with its JSON. */
  readonly admin: (command: readonly string[], input: object) => Promise<unknown>;
}

export interface Processes {
  /** Starts a program that is to run until the end; its death before that ends the bench. */
  readonly start: (program: Program) => { readonly pid: number; readonly output: () => string };
  /** Runs a program to its end. Resolves with its standard output; rejects when it fails. */
  readonly run: (program: Program) => Promise<string>;
}

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to its standard input. */
  readonly input?: string;
}
