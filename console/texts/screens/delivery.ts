export const texts = {
  title: 'Webhook',
  titleOf: (event: string) => `Webhook: ${event}`,
  viewPost: 'View post',
  /** The object of the button that sends the webhook once more, in the button's name. */
  redelivered: 'this webhook',

  requestTitle: 'Request',
  requestHint: 'Each attempt is a POST request with the same body, shown below.',
  idHint: 'The ID below is sent as',
  idHeader: 'webhook-id',
  signatureHint: 'Created for each attempt, with your webhook secret:',
  signatureHeaders: ['webhook-timestamp', 'webhook-signature', 'X-Webhook-Signature'],
  id: 'webhook ID',
  body: 'Body',

  attemptsTitle: 'Attempts',
  noAttempts: 'No attempts yet.',
  showSignatures: 'Show signatures',
  hideSignatures: 'Hide signatures',
  noResponse: 'No response',
  httpStatus: (code: number) => `HTTP ${code}`,
  attempt: (number: number, result: string, duration: string) => `${number}. ${result} after ${duration},`,
  responseName: (attempt: number) => `Response to attempt ${attempt}`,
  emptyResponse: 'The response was empty.',

  signatureName: (attempt: number) => `Signature of attempt ${attempt}`,
  /** The secrets that signed an attempt. */
  signers: {
    present: 'Signed with the current secret.',
    presentAndPrevious:
      'Signed with the current secret, and with the previous one: second in webhook-signature, and in x-webhook-signature-previous.',
    previous:
      'Sent before the secret was rotated. It was signed with the secret of that time, which is no longer shown.',
    unknown:
      'The signature with the current secret. If the secret was rotated since, this attempt was signed with the secret of that time.',
  },
};
