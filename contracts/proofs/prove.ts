import type { AbiFunction } from 'viem'
import { questEscrowV3Abi as abi } from '../src/index.ts'
import { type Deployed, deployOnce, readLayout, token } from './deployed.ts'
import { inputOf } from './inputs.ts'
import { Machine } from './machine.ts'
import { Solver } from './solver.ts'
import { type About, type Layout, Sums } from './sums.ts'
import { any, anyAddress, atMost, bits, hash, known, one, type Word, zero } from './words.ts'

/** Not proved yet, in most for the number of their ways; `rescue` is about no deposit, so the sums say nothing of it. */
const left = [
  'concede',
  'fund',
  'fundFor',
  'fundMany',
  'fundWithPermit',
  'fundWithPermit2',
  'reclaim',
  'reclaimTo',
  'refundTo',
  'release',
  'releaseMany',
  'releaseTo',
  'rescue',
  'returnWork',
  'settle',
  'takeBackTo',
]

const usage = `npm run prove -w contracts [-- <function>...]
  shows that each function of QuestEscrowV3 keeps the sums, whatever it is called with; needs z3
  without a name all but ${left.join(', ')}`

const named = process.argv.slice(2)
const changing = abi.filter(
  item => item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure',
) as readonly AbiFunction[]
const chosen = changing.filter(({ name }) => (named.length > 0 ? named.includes(name) : !left.includes(name)))
if (chosen.length < named.length) {
  console.error(usage)
  process.exitCode = 1
} else await proveAll()

async function proveAll(): Promise<void> {
  const deployed = await deployOnce()
  const layout = readLayout()
  await tryWrong(deployed, layout)
  for (const item of chosen) {
    const says = await prove(item, deployed, layout).catch(error => [String(error)])
    for (const problem of says) console.error(`${item.name}: NOT PROVED: ${problem}`)
    if (says.length > 0) process.exitCode = 1
  }
}

/** Claims about another place of storage than the contract's do not hold, and a proof that cannot fail proves nothing. */
async function tryWrong(deployed: Deployed, layout: Layout): Promise<void> {
  const item = changing.find(({ name }) => name === 'approve') as AbiFunction
  const broken = await prove(item, deployed, { ...layout, payments: layout.totalHeld })
  if (broken.length > 0) return console.error('A wrong claim is found, as it should be.')
  console.error('A wrong claim was proved: nothing of this counts.')
  process.exitCode = 1
}

/** The claims that do not hold for a function. */
async function prove(item: AbiFunction, deployed: Deployed, layout: Layout): Promise<string[]> {
  const solver = new Solver()
  try {
    const [caller, value] = [anyAddress('caller'), any('value')]
    const time = bits(any('time'), 0, 40)
    const { bytes, words } = inputOf(item)
    const sums = new Sums(layout, [known(BigInt(token))], aboutOf(words, caller))
    const { chainId, code } = deployed
    const around = { address: known(BigInt(deployed.address)), caller, value, time, chainId }
    const machine = new Machine(code, around, bytes, solver)
    await machine.run([...sums.before(), atMost(one, time)])
    const broken = new Set<string>()
    for (const ending of machine.endings)
      for (const claim of await sums.broken(ending, solver, value)) broken.add(claim)
    if (machine.endings.length === 0) broken.add('it never ends well, so nothing was looked at')
    if (broken.size === 0)
      console.log(`${item.name}: proved, in ${machine.ways} ways with ${solver.asked} questions`)
    return [...broken]
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
