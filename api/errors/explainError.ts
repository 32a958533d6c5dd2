import { failureKinds, isFailureCode } from '../../domain/failures/failures';
import { errorKinds, isErrorCode } from '../http/errors';
import { defineUseCase } from '../useCase';
import { ExplainErrorInput } from './schema';
import type { ErrorExplained } from './schema';

/** The words of the two catalogues of docs/errors.md about a code. */
export const explainError = defineUseCase({
  name: 'explainError',
  action: 'assignment.read',
  summary: 'What an error code means, whether it passes by itself, and who acts',
  input: ExplainErrorInput,
  refuses: [],
  run: async (_context, { code }): Promise<ErrorExplained> => ({
    code,
    failure: isFailureCode(code) ? { ...failureKinds[code] } : null,
    refusal: isErrorCode(code) ? { ...errorKinds[code] } : null,
  }),
});
