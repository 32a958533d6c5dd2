import { readConfig } from './config';
import { startSandbox } from './sandbox';

/** Runs the sandbox until SIGINT or SIGTERM. Prints one JSON line when it is ready. */
async function main(): Promise<void> {
  const sandbox = await startSandbox(readConfig());
  const { url, apps, mailUrl, stripeUrl } = sandbox;
  const end = () => void sandbox.stop();
  process.once('SIGINT', end).once('SIGTERM', end);
  process.stdout.write(`${JSON.stringify({ ready: true, url, apps, mailUrl, stripeUrl })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
