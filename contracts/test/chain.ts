import {
  type Abi,
  type Address,
  decodeErrorResult,
  encodeDeployData,
  getAddress,
  type Hex,
  type Log,
  zeroAddress,
} from 'viem'
import {
  courtArbiterAbi,
  courtArbiterV2Abi,
  questEscrowAbi,
  questEscrowV2Abi,
  questEscrowV3Abi,
  splitAccountAbi,
  splitterAbi,
} from '../src/index.ts'
import { startAnvil } from './anvil.ts'
import { actorAbi, quirkyTokenAbi, signatureTransferAbi } from './fixtures.ts'

export type Call = { from: Address; to?: Address; data?: Hex; value?: bigint; gas?: bigint }
export type Chain = Awaited<ReturnType<typeof startChain>>
/** A transaction's outcome, or the error that refused it. */
export type Outcome = { error: string | null; logs: Log[]; gasUsed: bigint; created: Address }

type Trace = { Parameters: [Hex, { tracer: 'callTracer' }]; ReturnType: { output?: Hex } }

const knownErrors: Abi = [
  ...questEscrowAbi,
  ...questEscrowV2Abi,
  ...questEscrowV3Abi,
  ...courtArbiterAbi,
  ...courtArbiterV2Abi,
  ...splitterAbi,
  ...splitAccountAbi,
  ...actorAbi,
  ...quirkyTokenAbi,
  ...signatureTransferAbi,
].filter(item => item.type === 'error')

/**
 * A chain on which nothing happens by itself: each transaction is a block, a second after the last one, and costs nothing, so
 * that only payments move balances.
 */
export async function startChain() {
  const anvil = await startAnvil({ args: ['--base-fee', '0', '--no-mining'] })
  const { client } = anvil
  let now = (await client.getBlock()).timestamp

  async function send({ from, to, data, value = 0n, gas = 10_000_000n }: Call): Promise<Outcome> {
    const transaction = { ...(to ? { to } : {}), ...(data ? { data } : {}), value }
    const hash = await client.sendTransaction({
      ...transaction,
      account: from,
      chain: null,
      gas,
      gasPrice: 0n,
    })
    now += 1n
    await client.setNextBlockTimestamp({ timestamp: now })
    await client.mine({ blocks: 1 })
    const receipt = await client.getTransactionReceipt({ hash })
    return {
      error: receipt.status === 'success' ? null : await errorOf(hash),
      logs: receipt.logs,
      gasUsed: receipt.gasUsed,
      created: receipt.contractAddress ?? zeroAddress,
    }
  }

  async function errorOf(hash: Hex): Promise<string> {
    const trace = await client.request<Trace>({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'callTracer' }],
    })
    return nameOfError(trace.output)
  }

  return {
    client,
    people: await client.getAddresses(),
    /** The n-th of them, who can sign. */
    account: anvil.account,
    send,
    stop: anvil.stop,
    /** The time of the last block. */
    now: () => now,
    /** Lets time pass, so that the next transaction is mined `seconds` later than it would have been. */
    wait: (seconds: bigint) => {
      now += seconds
    },
    deploy: async (abi: Abi, bytecode: Hex, args: readonly unknown[] = []): Promise<Address> => {
      const [from = zeroAddress] = await client.getAddresses()
      const { created, error } = await send({ from, data: encodeDeployData({ abi, bytecode, args }) })
      if (error) throw new Error(`A test contract was not deployed: ${error}`)
      return getAddress(created)
    },
  }
}

function nameOfError(output: Hex | undefined): string {
  if (!output || output === '0x') return 'no reason'
  try {
    return decodeErrorResult({ abi: knownErrors, data: output }).errorName
  } catch {
    return `unknown error ${output}`
  }
}
