export const texts = {
  title: 'Transaction',
  balanceChange: 'Balance change',
  balanceAfter: 'Balance after',
  post: 'Post',
  createdBy: 'Created by',
  id: 'ID',
  authors: {
    serviceOncePaid: 'The service, after payment',
    service: 'The service',
    program: 'API key or assistant',
    formerMember: 'Former member',
    someMember: 'Member',
  },
};
