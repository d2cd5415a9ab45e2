import { callContract, isOnChain, type Node } from './node.ts'
import type { Call, PayIn } from './pay-in.ts'
import { NoPermitError, permitOf, type SignedPayIn } from './permit.ts'
import { permit2Of } from './permit2.ts'
import { callsOf, readPlan } from './plan.ts'
import { acceptCall, type Blocked } from './taken.ts'

/** A wallet that a program holds. */
export type EscrowWallet = {
  readonly address: string
  /** Sends the transaction, and gives its hash. */
  send(call: Call): Promise<string>
  /** Signs typed data (EIP-712); left out where the wallet cannot, which then allows and pays. */
  signTypedData?(words: object): Promise<string>
}

/**
 * Pays in, by a signature and one transaction where the token has permits or the wallet lets Permit2 take it, else by an
 * allowance before. It gives the hash of the deposit, which the chain has taken; null where all was there already.
 *
 * @example
 * const quest = await furrow.quests.get(id)
 * const node = (method, params = []) => publicClient.request({ method, params })
 * await sendPayIn({ node, wallet: { address: account.address, send, signTypedData } }, payInOf([quest]))
 *
 * @throws TypeError with the reason where the contract would refuse the deposit; Error where a transaction fails in the
 * chain; and the errors of wallet and node.
 */
export async function sendPayIn(
  { node, wallet }: { readonly node: Node; readonly wallet: EscrowWallet },
  payIn: PayIn,
): Promise<string | null> {
  if (!(await isOnChain(node, payIn.chainId)))
    throw new TypeError('The node is of another chain than the quest.')
  const ways = { batches: false, permits: wallet.signTypedData !== undefined }
  const { blocked, left, known, steps } = await readPlan(node, wallet.address, payIn, ways)
  if (left === null || known === null) return null
  if (blocked !== null) throw new TypeError(blockedSentence(blocked))
  if (known.accepts) await mined(node, await wallet.send(acceptCall(left, known.accepts)))
  const [first] = steps.filter(step => step !== 'accept')
  if (first === 'permit' || first === 'permit2') {
    const call = await signDeposit(node, wallet, left, first).catch(error => {
      if (error instanceof NoPermitError) return null
      throw error
    })
    if (call !== null) return mined(node, await wallet.send(call))
  }
  let last: string | null = null
  for (const call of callsOf(left, { ...known, accepts: null }))
    last = await mined(node, await wallet.send(call))
  return last
}

/** For people. */
export function blockedSentence(blocked: Blocked): string {
  if (blocked.why === 'not-listed') return "The contract's owner takes no deposits in this token."
  if (blocked.why === 'over-limit')
    return `The contract's owner takes at most ${blocked.most} of the token's smallest unit for one deposit.`
  return `The contract's operator ${blocked.both} is its arbiter too, which the giver has not accepted: they call acceptBoth first.`
}

async function signDeposit(
  node: Node,
  { address, signTypedData }: EscrowWallet,
  left: PayIn,
  kind: 'permit' | 'permit2',
): Promise<Call> {
  const permit = await (kind === 'permit' ? permitOf : permit2Of)(node, address, left)
  if (signTypedData === undefined) throw new NoPermitError()
  return triedCall(node, address, permit, await signTypedData(permit.words))
}

/** The deposit with its signature, tried without sending it. @throws NoPermitError where the contract would refuse it. */
export async function triedCall(
  node: Node,
  from: string,
  permit: SignedPayIn,
  signature: string,
): Promise<Call> {
  const call = permit.call(signature)
  await callContract(node, call.to, call.data, from).catch(() => {
    throw new NoPermitError()
  })
  return call
}

const pollMs = 1_000

async function mined(node: Node, hash: string): Promise<string> {
  for (;;) {
    const receipt = (await node('eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt !== null) {
      if (Number(receipt.status) === 1) return hash
      throw new Error(`The transaction ${hash} failed in the chain.`)
    }
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
