import type { AbiFunction } from 'viem'
import { type Change, compileWith } from './changed.ts'
import { type Deployed, deployOnce, readLayout } from './deployed.ts'
import { changing, proveFunction } from './prove-function.ts'
import type { Layout } from './sums.ts'

/** Not proved yet, most since nobody saw their many questions end; the claims know no Permit2, and say nothing of `rescue`, which is about no deposit. */
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
  'takeBackTo',
]

/** Lines that break a sum, of the functions whose proofs go the most ways. */
const wrongLines: readonly (Change & { readonly name: string; readonly breaks: string })[] = [
  {
    name: 'settle',
    breaks: 'free places and those at work are those with money',
    file: 'QuestEscrowV3.sol',
    line: '_payPlace(escrow);\n        if (farmers == 0) payment',
    changed: 'if (farmers == 0) payment',
  },
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

/** A proof that cannot fail proves nothing: neither claims about another place of storage hold, nor a contract with a wrong line. */
async function tryWrong(deployed: Deployed, layout: Layout): Promise<void> {
  const find = (wanted: string) => changing.find(({ name }) => name === wanted) as AbiFunction
  const elsewhere = { ...layout, payments: layout.totalHeld }
  const { broken } = await proveFunction(find('approve'), deployed, elsewhere)
  tellWrong('claims about another place', broken.length > 0)
  for (const { breaks, name, ...change } of wrongLines) {
    const proof = await proveFunction(find(name), await deployOnce(compileWith(change)), layout)
    tellWrong(`${name} with a wrong line`, proof.broken.includes(breaks))
  }
}

function tellWrong(tried: string, isFound: boolean): void {
  if (!isFound) process.exitCode = 1
  console.error(
    isFound ? `Found, as it should be: ${tried}` : `PROVED THOUGH WRONG, and nothing counts: ${tried}`,
  )
}
