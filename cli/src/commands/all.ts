import type { Command } from '../command.ts'
import { approve } from './approve.ts'
import { backerCommands } from './backers.ts'
import { bookmarkCommands } from './bookmarks.ts'
import { completionCommand } from './completion.ts'
import { contestCommands } from './contests.ts'
import { credentialCommands } from './credentials.ts'
import { followCommands } from './follows.ts'
import { fundingCommands } from './funding.ts'
import { loginCommands } from './login.ts'
import { ownCommands } from './own.ts'
import { agree, proposePart } from './part.ts'
import { proposalCommands } from './proposals.ts'
import { questCommands } from './quests.ts'
import { agreeToShare, refuseShare, share } from './share.ts'
import { splitCommands } from './split.ts'
import { thanksCommands } from './thanks.ts'
import { trustCommands } from './trust.ts'
import { verify } from './verify.ts'

const others: readonly Command[] = [
  ...loginCommands,
  ...questCommands,
  approve,
  proposePart,
  agree,
  share,
  agreeToShare,
  refuseShare,
  ...backerCommands,
  ...contestCommands,
  ...fundingCommands,
  ...splitCommands,
  ...followCommands,
  ...bookmarkCommands,
  ...ownCommands,
  ...thanksCommands,
  ...proposalCommands,
  ...credentialCommands,
  ...trustCommands,
  verify,
]

export const commands: readonly Command[] = [...others, completionCommand(() => commands)]
