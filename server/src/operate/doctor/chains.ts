import { minute, second } from '../../ground/clock.ts'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

const stale = 10 * minute
/** A chain on one's own machine makes blocks only on demand. */
const localChain = 31_337

export const chains: Check = {
  about: 'Chains',
  async look(patient) {
    const ids = [...patient.config.rpcUrls.keys()]
    if (ids.length === 0)
      return [fine('None is set: names are what profiles claim, and only key-based wallets sign in.')]
    return Promise.all(ids.map(id => lookAt(patient, id)))
  },
}

async function lookAt({ chains, clock }: Patient, id: number): Promise<Seen> {
  const see = `See the address of chain ${id} in RPC_URLS.`
  try {
    const client = await chains.get(id)
    const told = await client.getChainId()
    if (told !== id) return wrong(`The RPC of chain ${id} is of chain ${told}.`, see)
    const { number, timestamp } = await client.getBlock()
    const behind = clock.now() - Number(timestamp) * second
    if (behind > stale && id !== localChain)
      return warning(
        `The newest block of chain ${id} is ${Math.round(behind / minute)} minutes old.`,
        'See whether the node is still catching up, and whether this clock is right.',
      )
    return fine(`Chain ${id} answers, and is at block ${number}.`)
  } catch {
    // Its words may hold the address, and that may hold a key.
    return wrong(`The RPC of chain ${id} does not answer as one should.`, see)
  }
}
