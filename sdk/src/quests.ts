import { questComments } from './quest-comments.ts'
import { questContests } from './quest-contests.ts'
import { questDisputes } from './quest-disputes.ts'
import { questLists } from './quest-lists.ts'
import { questPayments } from './quest-payments.ts'
import { questPlaces } from './quest-places.ts'
import { questSharing } from './quest-sharing.ts'
import { questTerms } from './quest-terms.ts'
import { questWork } from './quest-work.ts'
import type { Connection } from './transport.ts'

/** Everything about quests: each subject has a file of its own. */
export const quests = (connection: Connection) => ({
  ...questLists(connection),
  ...questComments(connection),
  ...questTerms(connection),
  ...questPlaces(connection),
  ...questWork(connection),
  ...questDisputes(connection),
  ...questSharing(connection),
  ...questContests(connection),
  ...questPayments(connection),
})

export { questBookmarks } from './quest-bookmarks.ts'
export { questDrafts } from './quest-drafts.ts'
export { questFollows } from './quest-follows.ts'
export { questTrust } from './quest-trust.ts'
