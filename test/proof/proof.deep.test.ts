import { wrongClocks } from './clock';
import { furtherKills, kills, standstills, visits } from './crashPoints';
import { outages } from './databaseAway';
import { directLosses } from './directLosses';
import { losses } from './lostAnswers';
import { defineScenarios } from './scenarios';
import { duels } from './twoWorkers';

/** All scenarios with processes of the service and nothing else; the longest scenarios begin first. */
defineScenarios(
  [...kills, ...wrongClocks, ...directLosses, ...losses, ...outages, ...duels, ...standstills, ...visits],
  3,
  furtherKills,
);
