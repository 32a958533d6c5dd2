/** Lengths of time and their distance from now, where the browser has no words for them. */
export const texts = {
  soon: 'in less than a minute',
  now: 'just now',
  utc: (time: string) => `${time} UTC`,
  milliseconds: (ms: number) => `${ms} ms`,
  seconds: (s: number) => `${s} s`,
  minutes: (min: number, s: number) => `${min} min ${s} s`,
  hours: (h: number, min: number) => `${h} h ${min} min`,
  wholeMinutes: (min: number) => `${min} min`,
  wholeHours: (h: number) => `${h} h`,
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  days: (d: number, h: number) => `${d} d ${h} h`,
};
