import type { Contest, Counted, Entry, Ranking } from './contest.ts'

/** Whether the ballots rank: somebody with power voted, and as much of all power took part as the community asks for. */
export function isQuorate({ cast, total, quorum }: Counted): boolean {
  return cast > 0 && cast * 100 >= quorum * total
}

/**
 * The ranking that the ballots make: the more power, the better. Entries with the same power have the same prize, and share
 * as many as they are; an entry that no ballot names wins nothing, and prizes that are left go back.
 */
export function rankByVotes({ prizes }: Pick<Contest, 'prizes'>, entries: readonly Entry[]): Ranking {
  const named = entries.filter(({ hidden, votes }) => !hidden && votes > 0).sort((a, b) => b.votes - a.votes)
  const prizeOf = ({ votes }: Entry) => named.findIndex(other => other.votes === votes) + 1
  const winners = named
    .map(entry => ({ farmer: entry.farmer, prize: prizeOf(entry), word: null }))
    .filter(({ prize }) => prize <= prizes.length)
  const left = prizes.map((_, index) => index + 1).slice(winners.length)
  return { winners, returned: left.map(prize => ({ prize, reason: '' })) }
}
