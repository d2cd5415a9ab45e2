import { createHash } from 'node:crypto'
import { keptAs } from '@furrow/storage/kept.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Context } from '../../ground/context.ts'
import { noteAct } from './notes.ts'

const kept = keptAs<string>('audit-settings', '')

/** Notes the settings that decide about money whenever a start finds them changed. */
export async function noteSettings({ config, clock, db, escrows }: Context): Promise<void> {
  const { walletChains, platformWallet, genesisCreator, reviewWindowMs, disputeMs, acceptMs, tokens } = config
  const settings = {
    platformWallet,
    genesisCreator,
    reviewWindowMs,
    disputeMs,
    acceptMs,
    contract: escrows.first?.id ?? null,
    operator: escrows.first?.operatorId ?? null,
    // Left out for a single contract, so that its notes stay the same as before.
    ...(escrows.all.some(escrow => escrow !== escrows.first) && {
      contracts: escrows.all.map(({ id, operatorId, retired }) => ({ id, operator: operatorId, retired })),
    }),
    ...(walletChains.size > 0 && { walletChains: [...walletChains] }),
    tokens: [...tokens].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex')
  const before = await kept.read(db)
  if (before === digest) return
  await transaction(db, async trx => {
    if (await kept.replace(trx, before, digest))
      await noteAct(trx, clock.now(), { kind: 'settings', actor: null, details: settings })
  })
}
