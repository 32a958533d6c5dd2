import { inOrder } from '../../../../api/mcp/oauth/inOrder';
import { exchangeToken } from '../../../../api/mcp/oauth/exchangeToken';
import { giveConsent } from '../../../../api/mcp/oauth/giveConsent';
import { registerMcpClient } from '../../../../api/mcp/oauth/registerMcpClient';
import { revokeToken } from '../../../../api/mcp/oauth/revokeToken';
import { showConsent } from '../../../../api/mcp/oauth/showConsent';

it.each([
  [registerMcpClient, ['metadata', 'redirect URIs', 'registered before', 'caps', 'client']],
  [showConsent, ['client and redirect URI', 'form and response type', 'PKCE', 'resource', 'scope', 'page']],
  [giveConsent, ['origin', 'page', 'client and redirect URI', 'decision', 'credential and code']],
  [exchangeToken, ['form', 'client', 'resource', 'grant']],
  [revokeToken, ['form', 'client', 'token']],
])('an endpoint has its steps in the order of its RFC', ({ steps }, names) => {
  expect(steps).toEqual(names);
});

it('steps run one after the other, and the first that throws ends them', async () => {
  const ran: string[] = [];
  const steps = inOrder('example', [
    { name: 'first', run: ({ given }: { given: number }) => ({ doubled: given * 2 }) },
    {
      name: 'second',
      run: async ({ doubled }: { doubled: number }) => {
        if (doubled > 4) throw new Error('too much');
        return { doubled };
      },
    },
    { name: 'third', run: ({ doubled }: { doubled: number }) => ran.push(`${doubled}`) && { answer: doubled } },
  ]);

  expect(await steps.run({ given: 2 })).toEqual({ answer: 4 });
  await expect(steps.run({ given: 3 })).rejects.toThrow('too much');
  expect(ran).toEqual(['4']);
});
