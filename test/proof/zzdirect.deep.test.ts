import { directLosses } from './directLosses';
import { defineScenarios } from './scenarios';

defineScenarios(directLosses, 1);
