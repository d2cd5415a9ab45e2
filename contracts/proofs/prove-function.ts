import type { AbiFunction } from 'viem'
import { questEscrowV3Abi as abi } from '../src/index.ts'
import { type Deployed, token } from './deployed.ts'
import { inputOf } from './inputs.ts'
import { anyAddress, atMost, bits } from './logic.ts'
import { Machine } from './machine.ts'
import { Solver } from './solver.ts'
import { type About, type Layout, Sums } from './sums.ts'
import { any, hash, known, one, type Word, zero } from './words.ts'

/** The functions that change something. */
export const changing = abi.filter(
  item => item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure',
) as readonly AbiFunction[]

/** The claims that do not hold at one of a function's ends; none where all are proved. */
export type Proof = { readonly broken: readonly string[]; readonly ways: number; readonly questions: number }

/** Carries a function out in all ways, and asks of each whether a claim can fail. @throws Error where the machine or the solver does not know. */
export async function proveFunction(item: AbiFunction, deployed: Deployed, layout: Layout): Promise<Proof> {
  const solver = new Solver()
  try {
    const [caller, value] = [anyAddress('caller'), any('value')]
    const time = bits(any('time'), 0, 40)
    const { bytes, words } = inputOf(item)
    const sums = new Sums(layout, [known(BigInt(token))], aboutOf(words, caller))
    const { chainId, code } = deployed
    const around = { address: known(BigInt(deployed.address)), caller, value, time, chainId }
    const machine = new Machine(code, around, bytes, solver)
    const broken = new Set<string>()
    await machine.run([...sums.before(), atMost(one, time)], async ending => {
      for (const claim of await sums.broken(ending, solver, value)) broken.add(claim)
      return broken.size > 0
    })
    if (machine.endings === 0) broken.add('it never ends well, so nothing was looked at')
    return { broken: [...broken], ways: machine.ways, questions: solver.asked }
  } finally {
    solver.close()
  }
}

/** The deposit and the farmer that the arguments name; a call without a farmer is the farmer's own. */
function aboutOf(words: ReadonlyMap<string, Word>, caller: Word): About {
  const quest = words.get('quest')
  const paid = quest === undefined ? zero : hash([words.get('giver') ?? caller, quest])
  const escrow = words.get('escrow')
  return { escrow: escrow ?? paid, farmer: words.get('farmer') ?? (escrow === undefined ? null : caller) }
}
