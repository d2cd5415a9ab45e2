import { keccak_256 } from '@noble/hashes/sha3'
import type { BaseError, Hex, PublicClient } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import type { EscrowConfig } from '../config/chains.ts'
import type { Chains } from './chains.ts'
import type { EscrowEvent } from './escrow-events.ts'
import { readRefusal, type SendOutcome } from './send-outcome.ts'

/** What the service asks the contract to do; none of it moves funds anywhere but to a farmer, or frees them for the giver. */
export type EscrowCall =
  | { readonly kind: 'propose'; readonly escrow: Hex; readonly farmer: Address; readonly verified: boolean }
  | { readonly kind: 'release' | 'settle'; readonly escrow: Hex; readonly farmer: Address }
  | { readonly kind: 'close'; readonly escrow: Hex }

export type Deposit = {
  readonly giver: Address
  readonly token: Address
  readonly amountEach: bigint
  readonly slots: number
  /** Places that nobody was proposed for, and that were not given back. */
  readonly free: number
  readonly closed: boolean
}

/** In the contract's own order. */
const paymentStates = ['none', 'proposed', 'disputed', 'released', 'refunded'] as const
export type Payment = { readonly state: (typeof paymentStates)[number]; readonly verified: boolean }

export type Fees = { readonly maxFee: bigint; readonly priorityFee: bigint }
export type Signed = { readonly hash: Hex; readonly raw: Hex }
export type Head = { readonly number: bigint /** Milliseconds since 1970. */; readonly time: number }
export type Receipt = { readonly block: bigint; readonly success: boolean }

/** The escrow contract and the service's key for it, over JSON-RPC. Every function throws where the chain cannot be asked. */
export type Escrow = Awaited<ReturnType<typeof createEscrow>>

/** The contract's id of the deposit: keccak256(abi.encode(giver, keccak256(utf8(questId)))). */
export function escrowOf(giver: Address, questId: string): Hex {
  const padded = Buffer.from(giver.slice(2).padStart(64, '0'), 'hex')
  const hash = keccak_256(Buffer.concat([padded, keccak_256(Buffer.from(questId))]))
  return `0x${Buffer.from(hash).toString('hex')}`
}

export async function createEscrow(config: EscrowConfig, chains: Chains) {
  const {
    BaseError: ViemError,
    decodeErrorResult,
    encodeFunctionData,
    erc20Abi,
    ExecutionRevertedError,
    isHex,
    keccak256,
    serializeTransaction,
  } = await import('viem')
  const { privateKeyToAccount } = await import('viem/accounts')
  const { questEscrowAbi: abi } = await import('@furrow/contracts')
  const { readEscrowEvents } = await import('./escrow-events.ts')
  const client: PublicClient = await chains.get(config.chainId)
  const { address } = config
  const account = privateKeyToAccount(config.operatorKey)
  const decimals = new Map<Address, number>([[zeroAddress, 18]])

  /** The name of the contract's error, where the node gives its bytes. */
  function reasonOf(error: BaseError): string {
    const data = error.walk(cause => isHex((cause as { data?: unknown }).data)) as { data?: Hex } | null
    try {
      return decodeErrorResult({ abi, data: data?.data ?? '0x' }).errorName
    } catch {
      return 'reverted'
    }
  }

  function encode(call: EscrowCall): Hex {
    if (call.kind === 'propose')
      return encodeFunctionData({
        abi,
        functionName: 'propose',
        args: [call.escrow, call.farmer, call.verified],
      })
    if (call.kind === 'close') return encodeFunctionData({ abi, functionName: 'close', args: [call.escrow] })
    return encodeFunctionData({ abi, functionName: call.kind, args: [call.escrow, call.farmer] })
  }

  return {
    ...config,
    /** Names the contract in the database. */
    id: `${config.chainId}:${address}`,
    /** Names the key, whose nonces are the chain's and not the contract's. */
    operatorId: `${config.chainId}:${toAddress(account.address)}`,
    operator: account.address,

    async readHead(): Promise<Head> {
      const block = await client.getBlock({ blockTag: 'latest' })
      return { number: block.number, time: Number(block.timestamp) * 1_000 }
    },

    /** What the contract was deployed with; null where there is none at this address. */
    async readTerms(): Promise<{ operator: Address; arbiter: Address; reviewWindowMs: number } | null> {
      if ((await client.getCode({ address })) === undefined) return null
      const operator = await client.readContract({ abi, address, functionName: 'operator' })
      const arbiter = await client.readContract({ abi, address, functionName: 'arbiter' })
      const window = await client.readContract({ abi, address, functionName: 'reviewWindow' })
      return {
        operator: toAddress(operator),
        arbiter: toAddress(arbiter),
        reviewWindowMs: Number(window) * 1_000,
      }
    },

    async readDecimals(token: Address): Promise<number> {
      const known = decimals.get(token)
      if (known !== undefined) return known
      const read = await client.readContract({ abi: erc20Abi, address: token, functionName: 'decimals' })
      decimals.set(token, read)
      return read
    },

    /** null where nothing was paid in, as of that block, or of the newest one. */
    async readDeposit(escrow: Hex, blockNumber?: bigint): Promise<Deposit | null> {
      const at = blockNumber === undefined ? {} : { blockNumber }
      const [giver, , slots, token, free, , closed, amountEach] = await client.readContract({
        abi,
        address,
        functionName: 'escrows',
        args: [escrow],
        ...at,
      })
      if (giver === zeroAddress) return null
      return { giver: toAddress(giver), token: toAddress(token), amountEach, slots, free, closed }
    },

    async readPayment(escrow: Hex, farmer: Address, blockNumber?: bigint): Promise<Payment> {
      const [state, verified] = await client.readContract({
        abi,
        address,
        functionName: 'payments',
        args: [escrow, farmer],
        ...(blockNumber === undefined ? {} : { blockNumber }),
      })
      return { state: paymentStates[state] ?? 'none', verified }
    },

    /** What happened in these blocks, in order. */
    readEvents: (fromBlock: bigint, toBlock: bigint): Promise<EscrowEvent[]> =>
      readEscrowEvents(client, address, fromBlock, toBlock),

    /** How many transactions of the key are in the chain: the nonce of the next one. */
    readNonce: (blockNumber?: bigint): Promise<number> =>
      client.getTransactionCount({
        address: account.address,
        ...(blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber }),
      }),

    readBalance: (): Promise<bigint> => client.getBalance({ address: account.address }),

    async readFees(): Promise<Fees> {
      const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
      return { maxFee: maxFeePerGas, priorityFee: maxPriorityFeePerGas }
    },

    /** The gas that it takes, with a quarter to spare; or that the contract refuses it, and why. */
    async estimate(call: EscrowCall): Promise<{ gas: bigint } | { refused: string }> {
      try {
        const gas = await client.estimateGas({
          account: account.address,
          to: address,
          data: encode(call),
          // The latest block may be long ago on a quiet chain; the time of the next one is what counts.
          blockTag: 'pending',
        })
        return { gas: (gas * 5n) / 4n }
      } catch (error) {
        const reverted =
          error instanceof ViemError && error.walk(cause => cause instanceof ExecutionRevertedError)
        if (!reverted) throw error
        return { refused: reasonOf(error) }
      }
    },

    async sign(call: EscrowCall, nonce: number, gas: bigint, fees: Fees): Promise<Signed> {
      const raw = await account.signTransaction(
        {
          type: 'eip1559',
          chainId: config.chainId,
          nonce,
          to: address,
          data: encode(call),
          gas,
          maxFeePerGas: fees.maxFee,
          maxPriorityFeePerGas: fees.priorityFee,
        },
        { serializer: serializeTransaction },
      )
      return { hash: keccak256(raw), raw }
    },

    /** Sends bytes that were signed before. */
    async send(raw: string): Promise<SendOutcome> {
      if (!isHex(raw)) throw new Error('not a signed transaction')
      try {
        await client.sendRawTransaction({ serializedTransaction: raw })
        return 'sent'
      } catch (error) {
        const refusal = error instanceof ViemError ? readRefusal(error.details) : null
        if (refusal === null) throw error
        return refusal
      }
    },

    async readReceipt(hash: string): Promise<Receipt | null> {
      if (!isHex(hash)) throw new Error('not a transaction hash')
      const receipt = await client.getTransactionReceipt({ hash }).catch(error => {
        if ((error as Error).name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      return receipt && { block: receipt.blockNumber, success: receipt.status === 'success' }
    },
  }
}
