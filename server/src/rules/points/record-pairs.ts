import type { Db } from '@furrow/storage/db.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import type { Address } from '../../ground/address.ts'
import type { OfRelease } from './score-releases.ts'

type Change = { farmer: Address; giver: Address; releases: number; unproved: number }

/** Gives the farmers for whom it was the first work with a giver, or the first that counts. */
export async function recordPairs(
  trx: Db,
  releases: readonly OfRelease[],
): Promise<{ readonly firsts: readonly Address[]; readonly proved: readonly Address[] }> {
  const changes = new Map<string, Change>()
  for (const { deed } of releases) {
    const { farmer, giver } = deed
    const key = `${farmer} ${giver}`
    const before = changes.get(key) ?? { farmer, giver, releases: 0, unproved: 0 }
    changes.set(key, {
      ...before,
      releases: before.releases + (deed.kind === 'released' ? 1 : 0),
      unproved: before.unproved + unprovedBy(deed),
    })
  }
  const moved = [...changes.values()].filter(({ releases, unproved }) => releases !== 0 || unproved !== 0)
  if (moved.length === 0) return { firsts: [], proved: [] }
  const raised = await addAndRead(trx, 'work_pairs', ['farmer', 'giver'], moved)
  const firsts: Address[] = []
  const proved: Address[] = []
  for (const { farmer, giver, releases, unproved } of raised) {
    const change = changes.get(`${farmer} ${giver}`)
    if (change === undefined) continue
    if (releases === change.releases && releases > 0) firsts.push(farmer)
    const before = releases - change.releases - (unproved - change.unproved)
    if (before <= 0 && releases > unproved) proved.push(farmer)
  }
  return { firsts, proved }
}

function unprovedBy(deed: OfRelease['deed']): number {
  if (deed.kind === 'released') return deed.counts ? 0 : 1
  if (deed.countedAt === null) return 0
  return deed.kind === 'settled' ? -1 : 1
}
