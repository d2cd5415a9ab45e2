import type { AbiFunction } from 'viem'
import { questEscrowV3Abi as abi } from '../src/index.ts'
import { type Deployed, token } from './deployed.ts'
import { inputOf } from './inputs.ts'
import { anyAddress, atMost, bits, same } from './logic.ts'
import { Machine } from './machine.ts'
import { type ListCall, proveList } from './prove-list.ts'
import { Solver } from './solver.ts'
import { type About, type Layout, Sums } from './sums.ts'
import { any, codeOf, hash, known, one, type Word, zero } from './words.ts'

/** The functions that change something. */
export const changing = abi.filter(
  item => item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure',
) as readonly AbiFunction[]

/** The claims that do not hold at one of a function's ends; none where all are proved. */
export type Proof = {
  readonly broken: readonly string[]
  readonly ways: number
  readonly questions: number
  readonly seconds: number
}

/** Carries a function out in all ways, and asks of each whether a claim can fail. @throws Error where the machine or the solver does not know. */
export async function proveFunction(item: AbiFunction, deployed: Deployed, layout: Layout): Promise<Proof> {
  const solver = new Solver()
  try {
    const [caller, value] = [anyAddress('caller'), any('value')]
    const time = bits(any('time'), 0, 40)
    const began = process.cpuUsage()
    const input = inputOf(item)
    const address = known(BigInt(deployed.address))
    const sums = new Sums(layout, [known(BigInt(token))], aboutOf(input.words, caller, address))
    const { chainId, code } = deployed
    const around = { address, caller, value, time, chainId }
    const machines: Machine[] = []
    const machine = () => {
      const made = new Machine(code, around, input, solver)
      machines.push(made)
      return made
    }
    // Nobody can put code at the address that stands for the coin.
    const noCode = same(codeOf(zero), zero)
    const conditions = [...sums.before(), atMost(one, time), noCode]
    const paid = item.stateMutability === 'payable' ? (input.words.get('token') ?? zero) : null
    const call = { machine, input, sums, solver, conditions, value, token: paid }
    const broken = input.length === null ? await proveOne(call) : await proveList(call)
    const { system, user } = process.cpuUsage(began)
    const seconds = (user + system) / 1e6 + solver.used()
    const ways = machines.reduce((all, each) => all + each.ways, 0)
    return { broken, ways, questions: solver.asked, seconds }
  } finally {
    solver.close()
  }
}

async function proveOne({ conditions, machine, solver, sums, value }: ListCall): Promise<string[]> {
  const broken = new Set<string>()
  const all = machine()
  await all.run(conditions, async ending => {
    for (const claim of await sums.broken(ending, solver, value)) broken.add(claim)
    return broken.size > 0
  })
  if (all.endings === 0) broken.add('it never ends well, so nothing was looked at')
  return [...broken]
}

/** The deposit and the farmer that the arguments name; a call without a farmer is the farmer's own. */
function aboutOf(words: ReadonlyMap<string, Word>, caller: Word, address: Word): About {
  const quest = words.get('quest')
  const paid = quest === undefined ? zero : hash([words.get('giver') ?? caller, quest])
  const escrow = words.get('escrow')
  const farmer = words.get('farmer') ?? (escrow === undefined ? null : caller)
  return { escrow: escrow ?? paid, farmer, receiver: words.get('receiver') ?? null, caller, address }
}
