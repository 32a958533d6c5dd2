/** Loaded before a program: its clock is off by `CLOCK_SHIFT_MS`. Its monotonic clock goes on as it was. */
const RealDate = Date;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
