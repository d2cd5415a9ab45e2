import { type Anvil, type AnvilOptions, startAnvil } from '@furrow/contracts/testing'
import type { Hex } from 'viem'
import { onTestFinished } from 'vitest'
import { whenFileEnds } from './file-end.ts'

type Kept = { readonly how: string | null; readonly anvil: Anvil; readonly built: unknown; snapshot: Hex }

/** As many wait for a test that wants them: an anvil takes 40 MB. */
const most = 3
const waiting: Kept[] = []
whenFileEnds(async () => {
  for (const { anvil } of waiting.splice(0)) await anvil.stop()
})

/** These change the state alone, or the time, and both are put back. A chain that was asked for more is not used again. */
const puttable =
  /^(eth|debug|txpool)_|^anvil_(mine|get\w+|dropAllTransactions|set(Balance|Code|StorageAt))$|^evm_(increaseTime|snapshot|revert|setTime)$/

/**
 * A chain for a test, with what `build` puts on it: one that an earlier test of the file left, as it was when it was built but
 * for its time, or a new one. A run of tests is a large process, which starts an anvil in 60 ms of its own time, and builds
 * for as long again. `how` names all that `build` depends on; null for a chain
 * that no other test wants.
 */
export async function takeChain<Built>(
  how: string | null,
  options: AnvilOptions,
  build: (anvil: Anvil) => Promise<Built>,
): Promise<{ anvil: Anvil; built: Built }> {
  const at = waiting.findIndex(one => one.how === how)
  const chain = at === -1 ? await make(how, options, build) : (waiting.splice(at, 1)[0] as Kept)
  onTestFinished(() => leave(chain))
  if (at !== -1) await putBack(chain)
  return { anvil: chain.anvil, built: chain.built as Built }
}

async function make(
  how: string | null,
  options: AnvilOptions,
  build: (anvil: Anvil) => Promise<unknown>,
): Promise<Kept> {
  const anvil = await startAnvil(options)
  try {
    const built = await build(anvil)
    return { how, anvil, built, snapshot: await anvil.client.snapshot() }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function putBack(chain: Kept): Promise<void> {
  const { client } = chain.anvil
  await client.request({ method: 'anvil_dropAllTransactions' } as never)
  await client.revert({ id: chain.snapshot })
  chain.snapshot = await client.snapshot()
  await client.request({ method: 'evm_setTime', params: [Math.floor(Date.now() / 1_000)] } as never)
  await client.mine({ blocks: 1 })
}

async function leave(chain: Kept): Promise<void> {
  const { anvil, how } = chain
  const isAsItWas = anvil.isRunning() && [...anvil.asked].every(method => puttable.test(method))
  if (how === null || !isAsItWas) return anvil.stop()
  waiting.push(chain)
  if (waiting.length > most) await waiting.shift()?.anvil.stop()
}
