import { readNextPayee, type Split, shareCalls } from '@furrow/sdk/escrow'
import { type Address, createPublicClient, custom, getAddress, type Hex } from 'viem'
import { nodeOf, reasonOf, trySend } from './chain.ts'
import type { Wallet } from './look.ts'

/**
 * Gives all payees their parts, by one transaction after the other where they are too many for one: each is sent when the one
 * before is in a block. `tell` hears what each did.
 * @throws Error that says who has their parts, where one is declined or fails.
 */
export async function shareOut(
  { me, provider }: Wallet,
  split: Split,
  token: Address,
  tell: (words: string) => void,
): Promise<string> {
  const client = createPublicClient({ transport: custom(provider), pollingInterval: 1_000 })
  const node = nodeOf(provider)
  const readNext = () => readNextPayee(node, split, token)
  const done: string[] = []
  let next = await readNext()
  do {
    const [step, another] = shareCalls({ ...split, token }, next)
    if (step === undefined) break
    const who = `payees ${step.from + 1} to ${step.until}`
    try {
      const { data, to } = step.call
      const hash = await trySend(provider, me, { to: getAddress(to), data: data as Hex, value: '0x0' })
      if (done.length === 0 && another === undefined)
        return `Sent: ${hash}. Look again once it is in a block.`
      tell([...done, `Sent for ${who}: ${hash}. Waiting for its block…`].join(' '))
      const { status } = await client.waitForTransactionReceipt({ hash: hash as Hex })
      if (status !== 'success') throw new Error(`The transaction ${hash} failed.`)
      done.push(`The ${who} have their parts: ${hash}.`)
      next = await readNext()
    } catch (error) {
      throw done.length === 0 ? error : stoppedAt(done, who, error)
    }
    tell([...done, 'Look into your wallet…'].join(' '))
  } while (next > 0)
  return [...done, 'Nobody is left.'].join(' ')
}

function stoppedAt(done: readonly string[], who: string, error: unknown): Error {
  return new Error(
    `${done.join(' ')} It stopped before ${who}: ${reasonOf(error)} Look at the account again to go on with them.`,
  )
}
