import type { Leaderboard } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { locale } from '../language/i18n.ts'
import { rankWord } from '../ui/rank-word.ts'

export const boards = [
  { value: 'farmers', label: t`Farmers` },
  { value: 'givers', label: t`Givers` },
  { value: 'guilds', label: t`Guilds` },
] as const

export type Board = (typeof boards)[number]['value']

const scores = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

export type Standing = {
  readonly place: number
  readonly key: string
  /** null for a guild. */
  readonly address: string | null
  readonly name: string
  readonly score: number
  readonly note: string
}

/** A board's lines in their order; equal scores share a place. */
export function standingsOf(leaderboard: Leaderboard, board: Board): readonly Standing[] {
  const lines =
    board === 'guilds'
      ? leaderboard.guilds.map(({ name, score, members }) => ({
          key: name,
          address: null,
          name,
          score,
          note: plural(members, { one: '# member', other: '# members' }),
        }))
      : leaderboard[board].map(({ address, rank, score }) => ({
          key: address,
          address,
          name: '',
          score,
          note: rankWord(rank),
        }))
  let place = 1
  return lines.map((line, index) => {
    if (line.score !== lines[index - 1]?.score) place = index + 1
    return { ...line, place }
  })
}

export function formatScore(score: number): string {
  return scores.format(score)
}
