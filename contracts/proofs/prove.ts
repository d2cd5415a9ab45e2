import type { AbiFunction } from 'viem'
import { type Change, compileWith } from './changed.ts'
import { type Deployed, deployOnce, readLayout } from './deployed.ts'
import { changing, proveFunction } from './prove-function.ts'
import type { Layout } from './sums.ts'

/** Not proved: the claims say nothing of `rescue`, which is about no deposit. */
const left = ['rescue']

const sums = {
  places: 'free places and those at work are those with money',
  money: 'what leaves is what is owed less',
  receivers: 'money goes to its farmer or back to who paid it in, in its own token alone',
  others: 'no other deposit, payment or sum of a token changes',
} as const

type WrongLine = Change & { readonly name: string; readonly breaks: string }

/** Lines that break a claim, each of which has to be found. */
const wrongLines: readonly WrongLine[] = [
  {
    name: 'settle',
    breaks: sums.places,
    file: 'QuestEscrowV3.sol',
    line: '_payPlace(escrow);\n        if (farmers == 0) payment',
    changed: 'if (farmers == 0) payment',
  },
  {
    name: 'fund',
    breaks: sums.money,
    file: 'Vault.sol',
    line: 'if (msg.value != total) revert',
    changed: 'if (msg.value > total) revert',
  },
  {
    name: 'fundMany',
    breaks: sums.money,
    file: 'Deposits.sol',
    line: 'total += _open(',
    changed: 'total = _open(',
  },
  {
    name: 'fundWithPermit2',
    breaks: sums.receivers,
    file: 'Deposits.sol',
    line: 'SignatureTransferDetails(address(this), total)',
    changed: 'SignatureTransferDetails(operator, total)',
  },
  {
    name: 'release',
    breaks: sums.others,
    file: 'DepositWords.sol',
    line: '_firstWords[escrow] = first - NARROW_HELD;',
    changed: '_firstWords[escrow ^ bytes32(uint256(1))] = first - NARROW_HELD;',
  },
  {
    name: 'releaseMany',
    breaks: sums.money,
    file: 'QuestEscrowV3.sol',
    line: 'deposit.held += 1;',
    changed: '',
  },
  {
    name: 'releaseTo',
    breaks: sums.receivers,
    file: 'QuestEscrowV3.sol',
    line: 'emit ReleasedTo(escrow, msg.sender, receiver);\n            _pay(escrow, msg.sender, receiver);',
    changed:
      'emit ReleasedTo(escrow, msg.sender, receiver);\n            _pay(escrow, msg.sender, operator);',
  },
  {
    name: 'reclaimTo',
    breaks: sums.places,
    file: 'QuestEscrowV3.sol',
    line: 'deposit.held -= 1;',
    changed: '',
  },
  {
    name: 'takeBackTo',
    breaks: sums.receivers,
    file: 'QuestEscrowV3.sol',
    line: '_sendDecided(escrow, deposit, farmer, farmer, receiver);',
    changed: '_sendDecided(escrow, deposit, farmer, operator, receiver);',
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
  await tryElsewhere(deployed, layout)
  // Named functions are those that somebody works at: the lines of others would make them wait.
  for (const wrong of wrongLines)
    if (chosen.some(({ name }) => name === wrong.name)) await tryWrong(wrong, layout)
  for (const item of chosen) await prove(item, deployed, layout)
}

async function prove(item: AbiFunction, deployed: Deployed, layout: Layout): Promise<void> {
  const none = { ways: 0, questions: 0, seconds: 0 }
  const { broken, questions, seconds, ways } = await proveFunction(item, deployed, layout).catch(error => ({
    ...{ broken: [String(error)], ...none },
  }))
  for (const problem of broken) console.error(`${item.name}: NOT PROVED: ${problem}`)
  if (broken.length > 0) process.exitCode = 1
  else
    console.log(`${item.name}: proved, in ${ways} ways with ${questions} questions, ${Math.round(seconds)} s`)
}

/** A proof that cannot fail proves nothing: claims about another place of storage do not hold. */
async function tryElsewhere(deployed: Deployed, layout: Layout): Promise<void> {
  const elsewhere = { ...layout, payments: layout.totalHeld }
  const { broken } = await proveFunction(find('approve'), deployed, elsewhere)
  tellWrong('claims about another place', broken.length > 0)
}

async function tryWrong({ breaks, name, ...change }: WrongLine, layout: Layout): Promise<void> {
  const { broken } = await proveFunction(find(name), await deployOnce(compileWith(change)), layout)
  tellWrong(`${name} with a wrong line`, broken.includes(breaks))
}

function find(wanted: string): AbiFunction {
  return changing.find(({ name }) => name === wanted) as AbiFunction
}

function tellWrong(tried: string, isFound: boolean): void {
  if (!isFound) process.exitCode = 1
  console.error(
    isFound ? `Found, as it should be: ${tried}` : `PROVED THOUGH WRONG, and nothing counts: ${tried}`,
  )
}
