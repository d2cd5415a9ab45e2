import type { Tool } from '../tool.ts'
import { backing } from './backing.ts'
import { contests } from './contests.ts'
import { takeCredential } from './credentials.ts'
import { bookmarkQuest, comment, followQuests, givePlaceBack, handIn, takeQuest } from './farming.ts'
import { giving } from './giving.ts'
import { paying } from './paying.ts'
import { proposals } from './proposals.ts'
import { previewPullRequest } from './pull-requests.ts'
import { questTerms } from './quest-terms.ts'
import { bookmarkedQuests, findQuests, getQuest, myTasks, readProfile } from './reading.ts'
import { sharing } from './sharing.ts'
import { thanking } from './thanking.ts'

/** In the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  findQuests,
  getQuest,
  questTerms,
  readProfile,
  myTasks,
  takeQuest,
  previewPullRequest,
  handIn,
  givePlaceBack,
  comment,
  followQuests,
  bookmarkQuest,
  bookmarkedQuests,
  takeCredential,
  ...giving,
  ...sharing,
  ...backing,
  ...contests,
  ...paying,
  ...thanking,
  ...proposals,
]
