import { toUnits } from '@furrow/sdk/amount'
import type { PaymentAt } from '../../src/ground/clients/escrow-states.ts'
import { day, second } from '../../src/ground/clock.ts'
import { findMissed } from '../../src/quests/rails/chain-rail/differences.ts'
import { type Disputed, isEnded, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { type Chain, decimals } from './chain.ts'
import { payableAt } from './third-contract.ts'
import { ask, type Village } from './village.ts'

/** Rulings that the chain took back, or that no report told of, are found in the contract's own state. */
export function reconcile(village: Village, chain: Chain): void {
  if (chain.version !== 3 || !chain.isUp) return
  for (const quest of village.quests.values())
    for (const work of quest.work.values())
      if (work.status === 'disputed' && work.proposed)
        for (const event of missedOf(chain, quest, work))
          if (event.kind === 'rule' || event.kind === 'unrule')
            ask(village, quest.id, { kind: 'reconcile', by: null, event })
}

function missedOf({ extra, model, third }: Chain, { id }: Quest, { dispute, farmer }: Disputed) {
  const key = `${id as `0x${string}`} ${farmer as `0x${string}`}` as const
  const [deposit, work] = [model.deposits.get(id as `0x${string}`), model.works.get(key)]
  if (deposit === undefined || work?.state !== 'Disputed') return []
  const ruling = third.rulings.get(key)
  const payment: PaymentAt = {
    state: ruling === undefined ? 'disputed' : 'ruled',
    reviewEndsAt: Number(work.reviewEndsAt) * second,
    disputedAt: Number(work.disputedAt) * second,
    share: Number(ruling?.share ?? 0n),
    owed: { farmer: false, giver: false },
    returned: extra.returned.get(key) ?? 0,
    payableAt: ruling === undefined ? null : Number(payableAt(ruling)) * second,
    paused: ruling?.paused === 'paused',
  }
  const kept = {
    ...({
      farmer,
      payee: farmer,
      status: 'disputed',
      proposed: 1,
      round: 0,
      unpaid: null,
      reclaimed_at: null,
    } as const),
    dispute_ends_at: dispute.endsAt,
    state: dispute.ruling === null ? null : JSON.stringify({ ruling: dispute.ruling }),
  }
  const { amountEach, free, held } = deposit
  const about = { token: farmer, amountEach, slots: held, free, held, endsAt: null }
  return findMissed(
    {
      ...{ questId: id, escrow: '0x', status: 'funded', problem: null, contradiction: null },
      ...{ returned: 1, noticeEndsAt: null, work: [kept] },
    },
    {
      ...{ escrow: '0x', deposit: about, disputeMs: 14 * day, agreed: true },
      payments: new Map([[farmer, payment]]),
    },
  )
}

/** Once all is heard and compared, a ruling here is the contract's, and so is its time. */
export function requireSameRulings({ chain, crashes, quests }: Village): void {
  if (chain === null || chain.version !== 3 || crashes || !chain.isUp) return
  if (chain.cursor < chain.log.length || chain.parked.length > 0) return
  for (const { id, work } of quests.values())
    for (const part of work.values()) {
      const ruling = chain.third.rulings.get(`${id} ${part.farmer}`)
      const [here, endsAt] =
        part.status === 'disputed' ? [part.dispute.ruling, part.dispute.endsAt] : [null, 0]
      const isSame =
        ruling === undefined
          ? here === null
          : here?.share === Number(ruling.share) &&
            here.paused === (ruling.paused === 'paused') &&
            endsAt === Number(payableAt(ruling)) * second
      if (!isSame)
        throw new Error(
          `in ${id} the contract has another ruling about ${part.farmer}: ${JSON.stringify([here, endsAt])}`,
        )
    }
}

/** Each got their part of the ruling that was carried out, whatever was ruled, paused and taken back before. */
export function requireRuledEnds({ chain, quests }: Village): void {
  for (const [key, share] of chain?.third.carriedOut ?? []) {
    const [id = '', farmer = ''] = key.split(' ')
    // A team has it in the parts of its members.
    const parts = [...(quests.get(id)?.work.values() ?? [])]
      .filter(isEnded)
      .filter(one => one.farmer === farmer || one.of === farmer)
    const amountEach = chain?.model.deposits.get(id as `0x${string}`)?.amountEach ?? 0n
    const toFarmer = (amountEach * share) / 10_000n
    const paid = parts.reduce((sum, one) => sum + (toUnits(one.paid ?? '0', decimals) ?? 0n), 0n)
    if (parts.length === 0 || paid !== toFarmer)
      throw new Error(`${farmer} has ${paid} of ${id}, and the ruling gave ${toFarmer}`)
  }
}
