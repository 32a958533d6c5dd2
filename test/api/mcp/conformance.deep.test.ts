import { useApp } from '../../support/callers/app';
import { consentBrowser, decide, registerAssistant } from '../../support/callers/assistant';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { buildWorkspace } from '../../support/build/workspace';
import { buildCaller } from '../../support/callers/caller';
import { exclusionsAt, runConformance } from '../../support/callers/conformance';
import { handOn, startReachableApp } from '../../support/callers/reachableApp';
import { closedUrl } from '../../support/servers/server';
import { use } from '../../support/use';

const app = useApp();
const granted = use(async () => buildMcpGrant(await buildCaller(app)));
/** The suite cannot send a credential. */
const door = use(async () => handOn(() => app.url, { authorization: `Bearer ${granted.accessToken}` }));

/** The suite waits for some answers 0.8 s, which a busy machine may need: a fault of the service is there each time. */
const runsMax = 3;

async function expectConformance(options: string[], visit?: (url: string) => Promise<void>): Promise<void> {
  let run = await runConformance(options, visit);
  for (let runs = 1; !run.passed && runs < runsMax; runs += 1) run = await runConformance(options, visit);
  expect({ passed: run.passed, output: run.passed ? '' : run.output }).toEqual({ passed: true, output: '' });
}

describe('the conformance suite of the protocol finds nothing to complain of', () => {
  it.each(['2025-11-25', '2026-07-28'])('at the version %s of the resource', async (version) => {
    const options = ['--suite', 'all', '--spec-version', version, '--expected-failures', exclusionsAt(version)];
    await expectConformance(['server', '--url', `${door.url}/_mcp`, ...options]);
  });

  it('at the authorization server: its documents, and the grant of a code that a person allows', async () => {
    const server = await startReachableApp({}, { database: app.database });
    try {
      const { apiKey } = await buildWorkspace();
      const { clientId } = await registerAssistant(server, 'http://127.0.0.1/callback');
      const { port } = new URL(await closedUrl());
      const client = ['--client-id', clientId, '--resource', `${server.url}/_mcp`, '--port', port];
      await expectConformance(['authorization', '--url', server.url, ...client], async (url) => {
        const browser = consentBrowser(server);
        const page = await browser.visit(url);
        const { location } = await decide(browser, page, { action: 'allow', api_key: apiKey });
        await fetch(location);
      });
    } finally {
      await server.stop();
    }
  });
});
