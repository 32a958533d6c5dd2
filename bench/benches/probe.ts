import { z } from 'zod';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { openChannel } from '../openChannel';
import type { OpenChannel } from '../openChannel';
import { readCount } from '../readCount';
import { requestJson } from '../requestJson';
import { startSandbox } from '../startSandbox';
import { startTunedService } from '../startTuned';
import { median } from '../statistics';
import { containers } from './probe/films';
import type { Container } from './probe/films';
import { serveFilms } from './probe/serveFilms';
import type { FilmServer } from './probe/serveFilms';

/** The most that the contract lets a probe read. */
const readKibMax = 8 * 1024;
/** The bytes at the end in which a reader finds an index. */
const tailBytes = 64 * 1024;

const Validation = z.object({
  valid: z.literal(true),
  warnings: z.object({}).strict(),
  media: z.object({ durationSeconds: z.literal(40), width: z.literal(320), frameRate: z.literal(25) }),
});

/** The cost of reading the facts of a film from the film itself. */
export const probe: Bench = {
  name: 'probe',
  summary: 'POST /assignments/validate with a film of each container: time and bytes read, against a plain Range read.',
  options: { probes: { default: '20', description: 'how many of each container in a round' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('probes', options['probes'], 1, 1000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const films = await serveFilms();
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const channel = await openChannel(service, await sandbox.createChannel());
  const url = `${service.apiUrl}/api/v1/assignments/validate`;
  const validate = async (container: Container) => validateFilm(url, channel, films.urlOf(container));
  // The first probe of a process loads the parsers.
  for (const container of containers) await validate(container);
  return {
    arms: [
      { name: 'bare', run: async () => measure(films, count, async (container) => readEnds(films, container)) },
      { name: 'validate', run: async () => measure(films, count, validate) },
    ],
    judge,
  };
}

async function validateFilm(url: string, { apiKey, connectionId }: OpenChannel, mediaUrl: string): Promise<void> {
  const body = { connectionId, type: 'video', mediaUrl, payload: { title: 'Bench' } };
  await requestJson(Validation, url, { apiKey, body });
}

/** The least that tells anything: the first byte, the beginning and the end. */
async function readEnds(films: FilmServer, container: Container): Promise<void> {
  const sizeBytes = films.sizeOf(container);
  for (const range of ['0-0', `0-${tailBytes - 1}`, `${sizeBytes - tailBytes}-${sizeBytes - 1}`]) {
    const answer = await fetch(films.urlOf(container), { headers: { range: `bytes=${range}` } });
    await answer.arrayBuffer();
  }
}

async function measure(
  films: FilmServer,
  count: number,
  read: (container: Container) => Promise<void>,
): Promise<Sample> {
  const sample: Record<string, number> = {};
  for (const container of containers) {
    films.takeSentBytes();
    const times: number[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const beganAtMs = performance.now();
      await read(container);
      times.push(performance.now() - beganAtMs);
    }
    sample[`${container}Ms`] = median(times);
    sample[`${container}Kib`] = films.takeSentBytes() / count / 1024;
  }
  return sample;
}

/** The figures of these rounds, container by container. */
export function judge(rounds: readonly Round[]): Figure[] {
  return containers.flatMap((container) => {
    const [ms, bareMs] = [valuesOf(rounds, 'validate', `${container}Ms`), valuesOf(rounds, 'bare', `${container}Ms`)];
    const [kib, bareKib] = [
      valuesOf(rounds, 'validate', `${container}Kib`),
      valuesOf(rounds, 'bare', `${container}Kib`),
    ];
    const ratio = ms.map((value, index) => value / (bareMs[index] ?? Number.NaN));
    return [
      shown(`${container}: validate, p50`, ms, { unit: 'ms', baseline: bareMs, ratio }),
      atMost(readKibMax, `${container}: bytes read`, kib, { digits: 0, unit: 'KiB', baseline: bareKib, isCount: true }),
    ];
  });
}
