import { toAddress } from '../../src/ground/address.ts'
import { type Chain, chainOwner, deciders, reorganise, seconds, transact } from './chain.ts'
import { appoint, nominate } from './third-contract.ts'
import type { Village } from './village.ts'

/** All that the owner of the third contract may: about deposits to come, and one pause for each ruling. */
export function govern({ random, now }: Village, { third }: Chain): void {
  if (random.chance(0.3)) third.most = random.pick([null, null, 99n, 200n, 10_000n])
  else if (random.chance(0.5)) nominate(third, random.pick(deciders), seconds(now))
  else appoint(third, seconds(now))
}

/** The owner pauses a ruling now and then, or the chain takes its block back, which may mine it again. */
export function followRulings(village: Village, chain: Chain): void {
  const { random, now } = village
  for (const key of chain.third.rulings.keys()) {
    const [id = '', farmer = ''] = key.split(' ')
    const about = { caller: chainOwner, farmer: toAddress(farmer) }
    const roll = random.int(4)
    if (roll === 0) transact(chain, id, { action: 'pause', ...about }, now)
    if (roll === 1) reorganise(chain, id, about.farmer)
  }
}
