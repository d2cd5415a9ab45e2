import type { AbiFunction } from 'viem'
import { type Deployed, deployOnce, readLayout } from './deployed.ts'
import { changing, proveFunction } from './prove-function.ts'
import type { Layout } from './sums.ts'

/** Not proved yet, in most since their many ways take longer than ten minutes; `rescue` is about no deposit, so the sums say nothing of it. */
const left = [
  'fund',
  'fundFor',
  'fundMany',
  'fundWithPermit',
  'fundWithPermit2',
  'reclaim',
  'reclaimTo',
  'release',
  'releaseMany',
  'releaseTo',
  'rescue',
  'settle',
  'takeBackTo',
]

const usage = `npm run prove -w contracts [-- <function>...]
  shows that each function of QuestEscrowV3 keeps the sums, whatever it is called with; needs z3
  without a name all but ${left.join(', ')}`

const named = process.argv.slice(2)
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
    const began = performance.now()
    const { broken, questions, ways } = await proveFunction(item, deployed, layout).catch(error => ({
      ...{ broken: [String(error)], ways: 0, questions: 0 },
    }))
    for (const problem of broken) console.error(`${item.name}: NOT PROVED: ${problem}`)
    if (broken.length > 0) process.exitCode = 1
    const seconds = Math.round((performance.now() - began) / 1_000)
    if (broken.length === 0)
      console.log(`${item.name}: proved, in ${ways} ways with ${questions} questions, ${seconds} s`)
  }
}

/** Claims about another place of storage than the contract's do not hold, and a proof that cannot fail proves nothing. */
async function tryWrong(deployed: Deployed, layout: Layout): Promise<void> {
  const item = changing.find(({ name }) => name === 'approve') as AbiFunction
  const { broken } = await proveFunction(item, deployed, { ...layout, payments: layout.totalHeld })
  if (broken.length > 0) return console.error('A wrong claim is found, as it should be.')
  console.error('A wrong claim was proved: nothing of this counts.')
  process.exitCode = 1
}
