interface Closable {
  stop?: () => unknown;
  close?: () => unknown;
}

/** Enough for servers of its own on a busy machine. */
const limitMs = 300_000;

/** Worlds that are open for several tests, the oldest first: a later one may need an older one, and closes first. */
const openWorlds: Closable[] = [];

/**
 * Opens a world before the first test around the call, in its file or its `describe`, and stops it after the last one.
 * @returns the world itself once the tests run. Before that it has no members, and the use of one fails.
 */
export function use<Opened extends object>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
    openWorlds.push(opened);
  }, limitMs);
  afterAll(async () => {
    if (opened !== undefined) await stopBackTo(opened);
  }, limitMs);
  return asSoonAsOpen(() => opened);
}

/**
 * Opens a world before each test around the call, and stops it after that test.
 * @returns the world of the test that runs
 */
export function useEach<Opened extends object>(open: () => Opened | Promise<Opened>): Opened {
  let opened: Opened | undefined;
  beforeEach(async () => {
    opened = await open();
  }, limitMs);
  afterEach(async () => {
    if (opened !== undefined) await stop(opened);
    opened = undefined;
  }, limitMs);
  return asSoonAsOpen(() => opened);
}

/**
 * Closes the worlds that a test opens in its middle.
 * @returns a function that takes a world and stops it after that test, the latest world first
 */
export function useStopping(): <Opened extends Closable>(opened: Opened) => Opened {
  const opened: Closable[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await stop(one);
  }, limitMs);
  return (one) => {
    opened.push(one);
    return one;
  };
}

/** Stops a world, and before it all worlds opened later; does nothing if the world has been stopped in that way. */
async function stopBackTo(world: Closable): Promise<void> {
  const at = openWorlds.indexOf(world);
  if (at < 0) return;
  for (const one of openWorlds.splice(at).toReversed()) await stop(one);
}

async function stop(world: Closable): Promise<void> {
  if (world.stop) await world.stop();
  else await world.close?.();
}

function asSoonAsOpen<Opened extends object>(read: () => Opened | undefined): Opened {
  const present = (): Opened => {
    const opened = read();
    if (opened === undefined) throw new Error('This world is not open: use it in a test, or in a later hook.');
    return opened;
  };
  return new Proxy({} as Opened, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(present(), name);
      return typeof value === 'function' ? value.bind(present()) : value;
    },
    set: (_target, name, value) => Reflect.set(present(), name, value),
    has: (_target, name) => Reflect.has(present(), name),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_target, name) => {
      const found = Reflect.getOwnPropertyDescriptor(present(), name);
      return found && { ...found, configurable: true };
    },
  });
}
