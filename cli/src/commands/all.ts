import type { Command } from '../command.ts'
import { completionCommand } from './completion.ts'
import { loginCommands } from './login.ts'
import { ownCommands } from './own.ts'
import { questCommands } from './quests.ts'
import { verify } from './verify.ts'

const others: readonly Command[] = [...loginCommands, ...questCommands, ...ownCommands, verify]

export const commands: readonly Command[] = [...others, completionCommand(() => commands)]
