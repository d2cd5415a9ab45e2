import { accessCodes } from './access.ts'
import { communityCodes } from './community.ts'
import { generalCodes } from './general.ts'
import { peopleCodes } from './people.ts'
import { questCodes } from './quests.ts'

/** All codes by subject. A code is never used again with another meaning, and never gets another status. */
export const errorCodes = {
  general: generalCodes,
  access: accessCodes,
  quests: questCodes,
  people: peopleCodes,
  community: communityCodes,
}

type Codes = typeof generalCodes &
  typeof accessCodes &
  typeof questCodes &
  typeof peopleCodes &
  typeof communityCodes

/** The `code` of a failure's body. */
export type ErrorCode = keyof Codes

/** The codes of one status. */
export type CodeOf<Status extends number> = {
  [C in ErrorCode]: Codes[C]['status'] extends Status ? C : never
}[ErrorCode]
