import { z } from 'zod';
import { PlatformName } from '../platforms/schema';

/** The only field of a request that a platform itself sends about an account. */
export const AccountRequestInput = z.object({
  platform: PlatformName,
  signed_request: z.string().meta({ description: 'Signature and payload, as the platform has made them' }),
});

export const AccountRequestForm = { id: 'AccountRequestForm', example: { signed_request: 'dGhlIHNpZ25hdHVyZQ.e30' } };

export const RequestReceived = z
  .strictObject({ received: z.literal(true) })
  .meta({ id: 'AccountRequestReceived', example: { received: true } });

/** In the platform's own words: Meta takes no other answer. */
export const DeletionReceipt = z
  .strictObject({
    url: z.string().meta({ format: 'uri', description: 'The page that says how the request has ended' }),
    confirmation_code: z.string().meta({ description: 'The code in that address' }),
  })
  .meta({
    id: 'DeletionReceipt',
    example: {
      url: 'https://api.example/api/v1/oauth/facebook/data-deletion/pBq3',
      confirmation_code: 'pBq3',
    },
  });
export type DeletionReceipt = z.infer<typeof DeletionReceipt>;

export const DeletionCode = z
  .string()
  .min(1)
  .meta({ description: 'The `confirmation_code`', example: 'pBq3', pattern: '^[^\\0]+$' });

export const DisconnectForm = { id: 'DisconnectForm', example: { token: '5f0c…' } };

export const SentOnHeaders = z.object({
  Location: z.string().meta({ format: 'uri', description: 'Where the browser is sent' }),
  'Set-Cookie': z.string().meta({ description: 'Ties the login, and then the visit, to this browser' }),
});
