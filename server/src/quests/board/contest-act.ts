import type { QuestAction } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import type { Ranking } from '../../rules/lifecycle/contest.ts'

type Asked = Extract<QuestAction, { action: 'rank' | 'dispute-ranking' | 'resolve-ranking' }>

/** @throws BadRequestError for an invalid address. */
export function toContestCommand(by: Address, asked: Asked): Command {
  switch (asked.action) {
    case 'rank':
      return { kind: 'rank', by, ...toRanking(asked) }
    case 'dispute-ranking':
      return { kind: 'dispute-ranking', by, reason: asked.reason }
    case 'resolve-ranking': {
      const isAnew = asked.winners !== undefined || asked.returned !== undefined
      return {
        kind: 'resolve-ranking',
        by,
        reason: asked.reason,
        ranking: isAnew ? toRanking({ winners: asked.winners ?? [], returned: asked.returned }) : null,
      }
    }
  }
}

function toRanking({
  winners,
  returned = [],
}: {
  readonly winners: Extract<Asked, { action: 'rank' }>['winners']
  readonly returned?: Extract<Asked, { action: 'rank' }>['returned']
}): Ranking {
  return {
    winners: winners.map(({ farmer, prize, word }) => ({
      farmer: toAddress(farmer),
      prize,
      word: word || null,
    })),
    returned,
  }
}
