import { amountOf, toUnits } from '@furrow/sdk/amount'
import type { QuestAction } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'

type Asked = Extract<QuestAction, { action: 'answer' | 'add-evidence' | 'concede' | 'resolve' }>

/** @throws BadRequestError for an invalid share. */
export function toJudgingCommand(by: Address, asked: Asked): Command {
  switch (asked.action) {
    case 'answer':
      return { kind: 'answer', by, ...readHanded(asked) }
    case 'add-evidence': {
      const farmer = asked.farmer === undefined ? by : toAddress(asked.farmer)
      return { kind: 'add-evidence', by, farmer, ...readHanded(asked) }
    }
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

function readHanded({ url, note }: { url?: string; note?: string }) {
  return { url: url || null, note: note || null }
}

/** In ten-thousandths. */
function readShare(share: number | undefined): number {
  const digits = share === undefined ? null : amountOf(share)
  const parts = digits === null ? null : toUnits(digits, 4)
  if (parts === null)
    throw new BadRequestError(
      'A split needs share: the part of the farmer, from 0 to 1 with at most four decimals.',
    )
  return Number(parts)
}
