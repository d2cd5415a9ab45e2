import type { KeyScope, QuestAction, QuestChange } from '@furrow/sdk/contract'
import { type CommandKind, commands } from '../../rules/lifecycle/commands/all.ts'

type Action = QuestAction['action']

const otherNames = { fund: 'take-deposit', paid: 'show-payment' } as const satisfies Partial<
  Record<Action, CommandKind>
>

function commandKindOf(action: Action): CommandKind {
  return action === 'fund' || action === 'paid' ? otherNames[action] : action
}

/** The scopes of which an API key needs one; with none, no API key may. */
export function scopesFor(asked: QuestChange): readonly KeyScope[] {
  return 'action' in asked ? commands[commandKindOf(asked.action)].scopes : commands['set-status'].scopes
}
