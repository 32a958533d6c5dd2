import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import Ajv2020 from 'ajv/dist/2020';
import { root } from '../programs';
import { use } from '../use';

const modulePath = 'github.com/stripe/stripe-mock';
const folder = join(root, 'tools', 'stripemock');
const run = promisify(execFile);

/** Stripe's own stand-in, built, and the OpenAPI document that it was built with. */
interface StripeMockFiles {
  program: string;
  document: string;
}

/**
 * Finds stripe-mock. It is built from the version that tools/stripemock pins, once on each machine.
 * @throws where there is no Go toolchain
 */
async function findStripeMock(): Promise<StripeMockFiles> {
  const [, version] = new RegExp(`${modulePath} v(\\S+)`).exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');
  const place = join(cache, `stripe-mock-${version}`);
  const files = { program: join(place, 'stripe-mock'), document: join(place, 'spec3.json') };
  if (existsSync(place)) return files;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-stripe-mock-'));
  const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
  const made = join(draft, 'stripe-mock');
  await run(go, ['build', '-buildvcs=false', '-o', made, modulePath], { cwd: folder });
  const { stdout } = await run(go, ['list', '-m', '-f', '{{.Dir}}', modulePath], { cwd: folder });
  copyFileSync(join(stdout.trim(), 'embedded', 'openapi', 'spec3.json'), join(draft, 'spec3.json'));
  try {
    renameSync(draft, place);
  } catch (error) {
    // Another test file was faster.
    rmSync(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  return files;
}

/** Stripe's own stand-in for the tests around the call: takes requests by Stripe's OpenAPI document, keeps nothing. */
export function useStripeMock(): { url: string; stop: () => Promise<void> } {
  return use(async () => {
    const { program } = await findStripeMock();
    const child = spawn(program, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const stop = async () => {
      child.kill();
      await ended;
    };
    for await (const line of createInterface(child.stdout)) {
      const [, address] = /Listening for HTTP at address: (\S+)/.exec(line) ?? [];
      if (address === undefined) continue;
      child.stdout.resume();
      return { url: `http://${address}`, stop };
    }
    throw new Error('stripe-mock ended before it listened');
  });
}

/** The faults that Stripe's OpenAPI document finds in an object. The document is that of the object's own `object`. */
export function useStripeSchemas(): { faultsOf: (object: Record<string, unknown>) => string[] } {
  return use(async () => {
    const { document } = await findStripeMock();
    const { components } = JSON.parse(readFileSync(document, 'utf8')) as { components: object };
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: false });
    ajv.addSchema({ components: withoutNullable(components) }, 'stripe');
    return {
      faultsOf: (object: Record<string, unknown>) => {
        const schema = `stripe#/components/schemas/${String(object['object'])}`;
        const validate = ajv.getSchema(schema);
        if (validate === undefined) throw new Error(`there is no ${schema}`);
        void validate(object);
        return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      },
    };
  });
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest }: Record<string, unknown> = { ...schema };
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutNullable(value)]));
  return nullable === true ? { anyOf: [own, { type: 'null' }] } : own;
}
