import { counted } from '../amounts';

export const texts = {
  yourRole: { owner: 'You are the owner', admin: 'You are an admin', member: 'You are a member' },
  leave: 'Leave organization',
  leaveWarning: (organization: string) =>
    `You lose access to everything in “${organization}” immediately. You need a new invitation to come back.`,
  role: 'Role',
  members: {
    title: 'Members',
    member: 'Member',
    joined: 'Joined',
    emptyTitle: 'No members yet',
    emptyAdvice: 'Invite people to this organization to see them here.',
    total: (members: number) => counted(members, 'member'),
    changeRole: { admin: 'Make admin', member: 'Make member' },
    changeRoleOf: {
      admin: (name: string) => `Make admin: ${name}`,
      member: (name: string) => `Make member: ${name}`,
    },
    changeWarning: {
      admin: (name: string) =>
        `As an admin, ${name} can connect and remove channels, and invite and remove people. In a workspace’s first organization, admins also see billing details and credentials.`,
      member: (name: string) =>
        `As a member, ${name} can publish, but can no longer manage channels or people. In a workspace’s first organization, members cannot see billing details or credentials.`,
    },
    remove: 'Remove',
    removePerson: (name: string) => `Remove ${name}`,
    removeWarning: (name: string, organization: string) =>
      `${name} loses access to “${organization}” immediately. Their posts stay.`,
  },
  invitations: {
    title: 'Invitations',
    expires: 'Expires',
    mail: { pending: 'Being sent', sent: 'Sent', refused: 'Refused' },
    emptyTitle: 'No pending invitations',
    emptyAdvice: 'Send an invitation above. It is listed here until it is accepted or expires.',
    total: (invitations: number) => counted(invitations, 'invitation'),
    send: 'Send invitation',
    sent: (email: string) => `Invitation sent to ${email}.`,
    revoke: 'Revoke',
    revokeOf: (email: string) => `Revoke invitation for ${email}`,
    revokeWarning: (email: string) => `The link in the email to ${email} stops working immediately.`,
  },
  create: {
    title: 'New organization',
    description: 'A new organization has its own channels and members. It shares the workspace’s credits and API key.',
    submit: 'Create organization',
  },
};
