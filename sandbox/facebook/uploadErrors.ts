/** One refusal of the rupload host, which has no envelope of the Graph. */
export interface UploadErrorDescription {
  readonly isRetriable: boolean;
  readonly type: string;
  readonly message: string;
}

export const uploadErrors = {
  offsetInvalid: { isRetriable: false, type: 'OffsetInvalidError', message: 'Request starting offset is invalid' },
  partialRequest: {
    isRetriable: true,
    type: 'PartialRequestError',
    message: 'Partial request (did not match length of file)',
  },
  processingFailed: { isRetriable: false, type: 'ProcessingFailedError', message: 'Request processing failed' },
  uploadForbidden: {
    isRetriable: false,
    type: 'NotAuthorizedError',
    message: 'The access token is no good for this upload',
  },
} satisfies Record<string, UploadErrorDescription>;
export type UploadErrorName = keyof typeof uploadErrors;
