import { defineRaces } from './defineRaces';

defineRaces({ runsCount: 200, winsMin: 10 });
