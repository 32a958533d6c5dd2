import { defineRaces } from './defineRaces';

defineRaces({ runsCount: 10, winsMin: 0 });
