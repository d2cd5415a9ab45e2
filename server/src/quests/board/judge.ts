import { amountOf, toUnits } from '@furrow/sdk/amount'
import type { QuestAction } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'

type Asked = Extract<
  QuestAction,
  { action: 'answer' | 'add-evidence' | 'concede' | 'propose-part' | 'agree' | 'resolve' }
>

/** @throws BadRequestError for an invalid share. */
export function toJudgingCommand(by: Address, asked: Asked): Command {
  switch (asked.action) {
    case 'answer':
      return { kind: 'answer', by, ...readHanded(asked) }
    case 'add-evidence':
      return { kind: 'add-evidence', by, farmer: readFarmer(by, asked), ...readHanded(asked) }
    case 'propose-part': {
      const share = readShare(asked.share)
      return { kind: 'propose-part', by, farmer: readFarmer(by, asked), share, note: asked.note || null }
    }
    case 'agree':
      return { kind: 'agree', by, farmer: readFarmer(by, asked), share: readShare(asked.share) }
    case 'concede':
      return { kind: 'concede', by }
    case 'resolve': {
      const { outcome, share } = asked
      const about = {
        kind: 'resolve',
        by,
        farmer: toAddress(asked.farmer),
        reason: asked.reason || null,
      } as const
      if (outcome === 'split') return { ...about, outcome, share: readShare(share) }
      if (share !== undefined) throw new BadRequestError('share is for the outcome split.')
      return { ...about, outcome }
    }
  }
}

function readFarmer(by: Address, { farmer }: { farmer?: string }): Address {
  return farmer === undefined ? by : toAddress(farmer)
}

function readHanded({ url, note }: { url?: string; note?: string }) {
  return { url: url || null, note: note || null }
}

/** In ten-thousandths. */
export function readShare(share: number | undefined): number {
  const digits = share === undefined ? null : amountOf(share)
  const parts = digits === null ? null : toUnits(digits, 4)
  if (parts === null)
    throw new BadRequestError('share is a part of the whole, from 0 to 1 with at most four decimals.')
  return Number(parts)
}
