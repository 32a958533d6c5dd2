import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { paymentsPage } from './demo/payments.mjs';
import { mailboxPage } from './demo/people.mjs';
import { receiverPage } from './demo/receiver.mjs';

/**
 * The facts about a running start in `.data/run.json`, for scripts, benches and checks. Every key
 * is always there; null stands for a fact that the service does not have yet.
 * @param {object} run
 * @param {string} run.apiUrl
 * @param {{address: string, namespace: string, uiUrl: string | null}} run.temporal
 * @param {string} run.databaseUrl
 * @param {{url: string, apps: import('./services.mjs').Apps}} run.sandbox
 * @param {import('./demo/demo.mjs').Demo} run.demo
 * @param {{name: string, pid: number}[]} run.processes
 */
export function describeRun({ apiUrl, temporal, databaseUrl, sandbox, demo, processes }) {
  return {
    apiUrl,
    consoleUrl: apiUrl,
    docsUrl: `${apiUrl}/docs`,
    temporal,
    databaseUrl,
    sandbox: {
      url: sandbox.url,
      // The hosts of each platform, `youtubeUrl` and the like: all are on one port.
      ...Object.fromEntries(Object.keys(sandbox.apps).map((slug) => [`${slug}Url`, sandbox.url])),
      mailUrl: mailboxPage(sandbox.url),
      payUrl: paymentsPage(sandbox.url),
      receiverUrl: receiverPage(sandbox.url),
      apps: sandbox.apps,
    },
    demo: {
      workspaceId: demo.workspaceId,
      apiKey: demo.apiKey,
      webhookSecret: demo.webhookSecret,
      email: demo.email,
      password: demo.password,
      member: demo.member,
      // A healthy channel of each platform, by its slug.
      connections: { youtube: demo.channels.diaries.connectionId, facebook: demo.channels.cafe.connectionId },
    },
    processes,
  };
}

/** Writes the file in one step: a reader never finds a part of it. @param {string} file @param {object} run */
export function writeRunFile(file, run) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** @param {string} file @returns {ReturnType<typeof describeRun> | undefined} undefined while nothing is ready */
export function readRunFile(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
