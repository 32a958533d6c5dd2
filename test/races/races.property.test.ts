import { defineRaces } from './defineRaces';

defineRaces();
