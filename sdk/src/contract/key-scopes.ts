/** The scopes of a key, beyond everybody's rights: each is asked for by name. */
export const keyScopes = {
  read: 'See what is yours: tasks, applications, disputes, drafts, files',
  take: 'Work as a farmer: apply, accept, hand in, withdraw, answer',
  give: 'Act as a giver: post, edit, admit, approve, dispute',
  talk: 'Write comments, with files',
  mail: 'Read and write letters',
} as const

export const mostKeyDays = 366
