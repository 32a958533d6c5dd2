/** Tasks of people for an assistant, in their words, and the most calls that each may take (docs/guides/assistants.md). */
export const assistantTasks = {
  publishToBoth: { ask: 'Publish the file at this address to both channels tomorrow at nine.', calls: 3 },
  mendFailed: { ask: 'Why did the post of yesterday fail? Mend it.', calls: 3 },
  moveDay: { ask: 'Move everything of tomorrow by an hour.', calls: 3 },
  needsAttention: { ask: 'Which channel needs attention?', calls: 2 },
  takeDown: { ask: 'Take down the post of yesterday.', calls: 3 },
  lastWeek: { ask: 'How did the posts of last week do?', calls: 3 },
  cancelChannel: { ask: 'Cancel all that is planned for this channel.', calls: 4 },
  changeLiveTitle: { ask: 'Change the title of the live post.', calls: 2 },
  creditsLeft: { ask: 'How many credits are left?', calls: 1 },
  whatShortNeeds: { ask: 'What does a YouTube Short need?', calls: 2 },
  connectChannel: { ask: 'Connect another channel.', calls: 2 },
  sendNoticeAgain: { ask: 'Our server missed a notice. Send it again.', calls: 2 },
  explainCode: { ask: 'What does TOKEN_EXPIRED mean, and who acts?', calls: 1 },
  previewThenPublish: {
    ask: 'Show me the post before you publish it; then publish it, and see that it is on its way.',
    calls: 3,
  },
  pickCategory: { ask: 'Publish this in the category for music.', calls: 2 },
  askedTwice: { ask: 'Publish it. (The answer was lost, and the assistant asks again.)', calls: 2 },
} as const;
export type AssistantTask = keyof typeof assistantTasks;
