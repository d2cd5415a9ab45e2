/** Points are stored in hundredths: the sums of the history and of the board are then the same to the last digit. */
const hundredths = 100

export function showPoints(points: number): number {
  return points / hundredths
}

export const ranks = [
  { from: 5_000, rank: 'Master Farmer' },
  { from: 1_500, rank: 'Harvester' },
  { from: 500, rank: 'Grower' },
  { from: 100, rank: 'Sprout' },
  { from: 0, rank: 'Seedling' },
]

export function rankOf(score: number): string {
  return ranks.find(({ from }) => score >= from)?.rank ?? 'Seedling'
}

/**
 * Over a season, a pair's releases give 100 times the sum of sqrt(releases) over the parties one worked with, so that
 * work for many counts for more than work for one friend. The n-th release adds its difference to that sum.
 */
export function releasePoints(nth: number): number {
  return pairPoints(nth) - pairPoints(nth - 1)
}

/** 10 points for each star above three, and as many off below. */
export function reviewPoints(rating: number): number {
  return 10 * (rating - 3) * hundredths
}

function pairPoints(releases: number): number {
  return Math.round(100 * Math.sqrt(releases) * hundredths)
}
