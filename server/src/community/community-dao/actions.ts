import { hasLeft, type ProposalAction } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { toAddress } from '../../ground/address.ts'
import { addMember } from './members.ts'
import { changeSettings, isMember } from './settings.ts'

/** Carries out a decision, in the transaction that records it. Gives the reason why it cannot; null once done. */
export async function carryOut(trx: Db, action: ProposalAction, now: number): Promise<string | null> {
  if (action.kind === 'change-settings') {
    await changeSettings(trx, action.settings)
    return null
  }
  const address = toAddress(action.address)
  if (hasLeft(address)) return 'Whom it is about has left.'
  const known = await isMember(trx, address)
  if (action.kind === 'add-member') {
    if (known) return 'The address is a member already.'
    await addMember(trx, address, action.title, now)
    return null
  }
  if (!known) return 'The address is no member any more.'
  if (action.kind === 'set-title')
    await trx.updateTable('dao_members').set({ title: action.title }).where('address', '=', address).execute()
  else await trx.deleteFrom('dao_members').where('address', '=', address).execute()
  return null
}
