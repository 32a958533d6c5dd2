import { defineUseCase } from '../../useCase';
import { getProtectedResource } from './getProtectedResource';

/** The same document, where clients look that know the resource alone (RFC 9728 §3.1). */
export const getProtectedResourceOfMcp = defineUseCase({ ...getProtectedResource, name: 'getProtectedResourceOfMcp' });
