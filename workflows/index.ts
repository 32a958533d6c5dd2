/** What is bundled for the workers: the workflows, under the names by which they are started. */
export { publishAssignment } from './publishAssignment';
