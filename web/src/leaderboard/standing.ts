import type { Leaderboard } from '@furrow/sdk'

export const boards = [
  { value: 'farmers', label: 'Farmers' },
  { value: 'givers', label: 'Givers' },
  { value: 'guilds', label: 'Guilds' },
] as const

export type Board = (typeof boards)[number]['value']

/** One line of a board. */
export type Standing = {
  readonly place: number
  readonly key: string
  /** null for a guild. */
  readonly address: string | null
  readonly name: string
  readonly score: number
  readonly note: string
}

/** A board's lines in their order; who has the same score shares the place. */
export function standingsOf(leaderboard: Leaderboard, board: Board): readonly Standing[] {
  const lines =
    board === 'guilds'
      ? leaderboard.guilds.map(({ name, score, members }) => ({
          key: name,
          address: null,
          name,
          score,
          note: `${members.toLocaleString()} ${members === 1 ? 'member' : 'members'}`,
        }))
      : leaderboard[board].map(({ address, rank, score }) => ({
          key: address,
          address,
          name: '',
          score,
          note: rank,
        }))
  return lines.map(line => ({ ...line, place: 1 + lines.findIndex(({ score }) => score === line.score) }))
}

export function formatScore(score: number): string {
  return score.toLocaleString(undefined, { maximumFractionDigits: 0 })
}
