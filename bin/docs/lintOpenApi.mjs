/**
 * Lints OpenAPI documents by the rules that its best readers recommend: Redocly's `recommended` and Spectral's
 * `spectral:oas`, none of them off. Any finding is a fault, a warning too.
 *
 *     node bin/docs/lintOpenApi.mjs [file …]
 */
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

/** @param {string} source @returns {Promise<string[]>} */
async function byRedocly(source) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location: [at] }) => `redocly ${ruleId}: ${message} ${at?.pointer ?? ''}`);
}

/** @param {string} source @returns {Promise<string[]>} */
async function bySpectral(source) {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
  const problems = await spectral.run(source);
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`);
}

const given = process.argv.slice(2);
for (const path of given.length > 0 ? given : ['docs/openapi.json']) {
  const source = await readFile(path, 'utf8');
  const findings = [...(await byRedocly(source)), ...(await bySpectral(source))];
  for (const finding of findings) process.stderr.write(`${path}: ${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
