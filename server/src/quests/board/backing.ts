import type { QuestAction } from '@furrow/sdk/contract'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import type { FoundRow } from '../change/lock.ts'
import { backQuest } from '../companions/back.ts'
import { objectToWork } from '../companions/object.ts'
import { stopBacking } from '../companions/stop.ts'

const actions = ['back', 'stop-backing', 'object'] as const

export type OfBackers = Extract<QuestAction, { action: (typeof actions)[number] }>

export function isOfBackers(asked: { readonly action: string }): asked is OfBackers {
  return actions.some(action => action === asked.action)
}

/** Each changes the quest and a companion of it. @throws HttpError where the rules refuse it. */
export async function actForBackers(
  context: Context,
  caller: Address,
  asked: OfBackers,
  how: { readonly use: KeyUse | null; readonly via: Via },
): Promise<FoundRow> {
  switch (asked.action) {
    case 'back':
      return backQuest(context, caller, asked, how)
    case 'stop-backing': {
      const backer = asked.backer === undefined ? caller : toAddress(asked.backer)
      return stopBacking(context, caller, { questId: asked.questId, backer }, how)
    }
    case 'object':
      return objectToWork(context, caller, { ...asked, farmer: toAddress(asked.farmer) }, how)
  }
}
