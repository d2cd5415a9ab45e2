import {
  type EscrowVersion,
  hasSecond,
  hasThird,
  type PaymentState,
  paymentStates,
} from '@furrow/sdk/escrow-version'
import { keccak_256 } from '@noble/hashes/sha3'
import type { BaseError, Hex, PublicClient, TransactionSerializedEIP1559 } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import type { EscrowConfig } from '../config/escrows.ts'
import { inBoth, readAgreedHead, saysTheSame } from './agreement.ts'
import type { Chains } from './chains.ts'
import type { EscrowCall, Place } from './escrow-calls.ts'
import type { EscrowEvent } from './escrow-events.ts'
import type { AskedState, DepositState } from './escrow-states.ts'
import type { Deciders, DepositRoles, Limit, Standing } from './read-roles.ts'
import { readRefusal, type SendOutcome } from './send-outcome.ts'
import { expectChain } from './wrong-chain.ts'

export type Deposit = {
  readonly giver: Address
  readonly token: Address
  readonly amountEach: bigint
  readonly slots: number
  readonly free: number
  readonly closed: boolean
}

export type Payment = { readonly state: PaymentState; readonly verified: boolean }

export type Fees = { readonly maxFee: bigint; readonly priorityFee: bigint }
export type Signed = { readonly hash: Hex; readonly raw: Hex }
export type Head = {
  readonly number: bigint
  /** Milliseconds since 1970. */
  readonly time: number
  /** The newest block that counts as final; below 0 where none does yet. */
  readonly final: bigint
}
export type Receipt = {
  readonly block: bigint
  readonly success: boolean
  /** The transaction's cost, in wei: its gas, and where the chain takes that beside it, its bytes. */
  readonly cost: bigint
  readonly done: readonly Done[]
  readonly shared: readonly Address[]
}
export type Done = Place & { readonly contract: string; readonly kind: 'propose' | 'release' }
/** The price of a call, with some to spare: gas, and the wei that the chain takes for its bytes beside it. */
export type Estimate = { readonly gas: bigint; readonly l1Fee: bigint }

/** The escrow contract and the service's keys for it, over JSON-RPC. Every function throws where the chain cannot be asked. */
export type Escrow = Awaited<ReturnType<typeof createEscrow>>

/** The contract's id of the deposit: keccak256(abi.encode(giver, keccak256(utf8(questId)))). */
export function escrowOf(giver: Address, questId: string): Hex {
  const padded = Buffer.from(giver.slice(2).padStart(64, '0'), 'hex')
  const hash = keccak_256(Buffer.concat([padded, keccak_256(Buffer.from(questId))]))
  return `0x${Buffer.from(hash).toString('hex')}`
}

/** The gas of about one proposal, by itself. */
const callGas = 100_000n

/** So much more than when it was tried out a receiver of the coin may use (RECEIVER_GAS): it takes it from no other's payment. */
const receiverGas = 100_000n

/** So much more a payee may cost than when it was tried out: the calls for one account go out together, for one after another. */
const payeeGas = 20_000n

function gasFor(call: EscrowCall, least: bigint): bigint {
  const gas = (least * 5n) / 4n
  if (call.kind === 'share') return gas + payeeGas * BigInt(Math.min(call.split.payees.length, call.count))
  return call.kind === 'releaseMany' ? gas + receiverGas * BigInt(call.items.length) : gas
}

function receiverOf(call: EscrowCall, address: Hex): Hex {
  return call.kind === 'share' ? call.split.splitter : address
}

function operatorIdOf(chainId: number, address: string): string {
  return `${chainId}:${toAddress(address)}`
}

function addressIn(operatorId: string): Hex {
  return operatorId.slice(operatorId.indexOf(':') + 1) as Hex
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

export type Deployed = {
  readonly version: EscrowVersion
  /** How long the arbiter has for a dispute, in milliseconds. */
  readonly disputeMs: number
}

/** Terms of deposits that are made now, which people are told before they pay in. The third version may get other deciders. */
export type Terms = Deployed & Deciders & { readonly reviewWindowMs: number }

/** Whether a contract's code is that of the deployment which is listed for its address; null where none is. */
async function readListing(
  client: Pick<PublicClient, 'getCode'>,
  { chainId, address }: { readonly chainId: number; readonly address: Hex },
): Promise<boolean | null> {
  const [{ isAsListed }, code] = await Promise.all([import('@furrow/contracts'), client.getCode({ address })])
  return code === undefined ? null : isAsListed({ chainId, address }, code)
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
    parseEventLogs,
    parseTransaction,
    recoverTransactionAddress,
    serializeTransaction,
    zeroHash,
  } = await import('viem')
  const { privateKeyToAccount } = await import('viem/accounts')
  const {
    firstVersion,
    questEscrowAbi: abi,
    questEscrowV2Abi: secondAbi,
    questEscrowV3Abi: thirdAbi,
    readVersion,
  } = await import('@furrow/contracts')
  const { encodeCall } = await import('./encode-call.ts')
  const { writeForOwner } = await import('./owner-calls.ts')
  const { readEscrowEvents } = await import('./escrow-events.ts')
  const { createL1Fee } = await import('./l1-fee.ts')
  const { readDecidersNow, readDecidersOf, readLimit, readStanding } = await import('./read-roles.ts')
  const { readEscrowStates } = await import('./read-states.ts')
  const { readUndivided, sharedIn } = await import('./read-split.ts')
  const client: PublicClient = await chains.get(config.chainId)
  const second = await chains.getSecond(config.chainId)
  const { address, mostFee } = config
  const accounts = config.operatorKeys.map(key => privateKeyToAccount(key))
  let account = accounts[0] as (typeof accounts)[0]
  const decimals = new Map<Address, number>([[zeroAddress, 18]])
  const readL1Fee = createL1Fee(client)
  const blockTimes = new Map<Hex, number>()
  const secondTimes = new Map<Hex, number>()
  let known: Deployed | null = null
  let knownTerms: Terms | null = null
  let lastStanding: Standing | null = null
  let newest: Head | null = null

  /** The block that the chain itself holds to be final, by every RPC that is asked. */
  async function readFinalized(): Promise<bigint> {
    const asked = second ? [client, second] : [client]
    const blocks = await Promise.all(asked.map(one => one.getBlock({ blockTag: 'finalized' })))
    return blocks.map(({ number }) => number).reduce(least)
  }

  async function readDeployed(): Promise<Deployed> {
    known ??= await askDeployed()
    return known
  }

  async function readAt() {
    return { address, version: (await readDeployed()).version }
  }

  async function askDeployed(): Promise<Deployed> {
    // Where nothing answers, the first version would seem to be.
    if ((await client.getCode({ address })) === undefined)
      throw new Error(`there is no contract at ${address} on chain ${config.chainId}`)
    const version = await readVersion(client, address)
    const seconds = hasSecond(version)
      ? Number(await client.readContract({ abi: secondAbi, address, functionName: 'disputePeriod' }))
      : firstVersion.disputePeriod
    return { version, disputeMs: seconds * 1_000 }
  }

  function reasonOf(error: BaseError): string {
    const data = error.walk(cause => isHex((cause as { data?: unknown }).data)) as { data?: Hex } | null
    try {
      return decodeErrorResult({ abi: thirdAbi, data: data?.data ?? '0x' }).errorName
    } catch {
      return 'reverted'
    }
  }

  async function readFees(): Promise<Fees> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return { maxFee: least(maxFeePerGas, mostFee), priorityFee: least(maxPriorityFeePerGas, mostFee) }
  }

  function unsigned(gas: bigint, data: Hex): Hex {
    return serializeTransaction({
      type: 'eip1559',
      chainId: config.chainId,
      nonce: 2 ** 20,
      gas,
      to: address,
      data,
      maxFeePerGas: mostFee,
      maxPriorityFeePerGas: mostFee,
    })
  }

  async function signWith(
    signer: typeof account,
    fees: Fees,
    call: { readonly nonce: number; readonly gas: bigint; readonly to: Hex; readonly data: Hex },
  ): Promise<Signed> {
    const raw = await signer.signTransaction(
      {
        type: 'eip1559',
        chainId: config.chainId,
        ...call,
        maxFeePerGas: fees.maxFee,
        maxPriorityFeePerGas: fees.priorityFee,
      },
      { serializer: serializeTransaction },
    )
    return { hash: keccak256(raw), raw }
  }

  return {
    ...config,
    id: `${config.chainId}:${address}`,
    /** Names the key that the service sends with, whose nonces are the chain's and not the contract's. */
    get operatorId(): string {
      return operatorIdOf(config.chainId, account.address)
    },
    get operator(): Hex {
      return account.address
    },
    operatorIds: accounts.map(({ address }) => operatorIdOf(config.chainId, address)),
    operators: accounts.map(({ address }) => toAddress(address)),

    serveAs(operator: Address): void {
      account = accounts.find(({ address }) => toAddress(address) === operator) ?? account
    },

    /** Whether another RPC has to say the same before anything is paid. */
    hasSecond: second !== null,

    /** @throws WrongChainError for an RPC of another chain, DisagreementError where a second one has another block. */
    async readHead(): Promise<Head> {
      await expectChain(client, config.chainId)
      const block = second
        ? await readAgreedHead(client, second, config)
        : await client.getBlock({ blockTag: 'latest' })
      const final = block.number - BigInt(config.confirmations) + 1n
      newest = {
        number: block.number,
        time: Number(block.timestamp) * 1_000,
        final: config.finalized ? least(final, await readFinalized()) : final,
      }
      return newest
    },

    /** The head as of the last look; null before the first one. */
    lastHead: (): Head | null => newest,

    /** null where the chain has no such block. */
    async readBlockHash(blockNumber: bigint): Promise<Hex | null> {
      const block = await client.getBlock({ blockNumber }).catch(error => {
        if ((error as Error).name === 'BlockNotFoundError') return null
        throw error
      })
      return block?.hash ?? null
    },

    knownArbiter(): Address | null {
      return knownTerms?.arbiter ?? null
    },

    readDeployed,

    /** Which version of the contract it is; null before the first look. */
    knownVersion: (): EscrowVersion | null => known?.version ?? null,

    /** The terms of deposits that are made now, as of the last look at them; null before. */
    knownTerms: (): Terms | null => knownTerms,

    /** The terms of deposits that are made now; null where there is no contract at this address. Only what can change is asked again. */
    async readTerms(): Promise<Terms | null> {
      await expectChain(client, config.chainId)
      if (knownTerms !== null) {
        if (!hasThird(knownTerms.version)) return knownTerms
        knownTerms = { ...knownTerms, ...(await readDecidersNow(client, { address, ...knownTerms })) }
        return knownTerms
      }
      if ((await client.getCode({ address })) === undefined) return null
      const deployed = await readDeployed()
      const window = await client.readContract({ abi, address, functionName: 'reviewWindow' })
      const deciders = await readDecidersNow(client, { address, version: deployed.version })
      knownTerms = { ...deployed, ...deciders, reviewWindowMs: Number(window) * 1_000 }
      return knownTerms
    },
    readIsAsListed: () => readListing(client, { chainId: config.chainId, address }),
    async readStanding(): Promise<Standing> {
      lastStanding = await readStanding(client, await readAt())
      return lastStanding
    },

    /** As of the last look; null before. */
    lastStanding: (): Standing | null => lastStanding,

    /** The bounds of new deposits in a token; null in the versions that have none. */
    readLimit: async (token: Address): Promise<Limit | null> => readLimit(client, await readAt(), token),

    /** The deciders of each of these deposits, which keep those of their funding; null where two RPCs disagree. */
    async readDecidersOf(escrows: readonly Hex[], block: bigint): Promise<readonly DepositRoles[] | null> {
      const found = await readDecidersOf(client, address, escrows, block)
      if (second === null) return found
      const others = await readDecidersOf(second, address, escrows, block)
      return JSON.stringify(found) === JSON.stringify(others) ? found : null
    },

    writeForOwner,

    /** The nominee shows that it has its key, which is one of ours, and is operator then. @throws Error where it is not taken. */
    async sendBecomeOperator(nominee: Address): Promise<Hex> {
      const signer = accounts.find(one => toAddress(one.address) === nominee)
      if (signer === undefined) throw new Error('the settings do not have the key of the nominee')
      const data = encodeFunctionData({ abi: secondAbi, functionName: 'becomeOperator' })
      const gas = await client.estimateGas({ account: signer.address, to: address, data })
      const fees = await readFees()
      const nonce = await client.getTransactionCount({ address: signer.address, blockTag: 'pending' })
      const { raw } = await signWith(signer, fees, { nonce, gas: (gas * 5n) / 4n, to: address, data })
      const hash = await client.sendRawTransaction({ serializedTransaction: raw })
      const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 1_000 })
      if (status !== 'success') throw new Error(`the contract refused ${hash}`)
      return hash
    },

    async readDecimals(token: Address): Promise<number> {
      const known = decimals.get(token)
      if (known !== undefined) return known
      await expectChain(client, config.chainId)
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

    async readEvents(fromBlock: bigint, toBlock: bigint): Promise<EscrowEvent[]> {
      const events = await readEscrowEvents(client, address, fromBlock, toBlock, blockTimes)
      if (second === null || events.length === 0) return events
      return inBoth(events, await readEscrowEvents(second, address, fromBlock, toBlock, secondTimes))
    },

    /** Where these deposits and the payments of these farmers stand, as of that block, in few calls. */
    async readStates(asked: readonly AskedState[], blockNumber: bigint): Promise<DepositState[]> {
      const from = { address, ...(await readDeployed()) }
      const states = await readEscrowStates(client, from, asked, blockNumber)
      if (second === null) return states
      const others = await readEscrowStates(second, from, asked, blockNumber)
      return states.map((state, index) => ({ ...state, agreed: saysTheSame(state, others[index]) }))
    },

    /** How many transactions of the key, or of this one, are in the chain: the nonce of the next one. */
    readNonce: (blockNumber?: bigint, operatorId?: string): Promise<number> =>
      client.getTransactionCount({
        address: operatorId === undefined ? account.address : addressIn(operatorId),
        ...(blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber }),
      }),

    readHoldings: (token: Address, blockNumber: bigint): Promise<bigint> =>
      token === zeroAddress
        ? client.getBalance({ address, blockNumber })
        : client.readContract({
            abi: erc20Abi,
            address: token,
            functionName: 'balanceOf',
            args: [address],
            blockNumber,
          }),

    readBalance: (of: Hex = account.address): Promise<bigint> => client.getBalance({ address: of }),

    readFees,

    /** The cost of about one call, in wei, at the fees of now: a proposal, with which work on every quest begins. */
    async readCallCost(): Promise<bigint> {
      const { maxFee } = await readFees()
      const data = encodeCall({ kind: 'propose', escrow: zeroHash, farmer: zeroAddress, verified: true })
      return callGas * maxFee + (await readL1Fee(unsigned(callGas, data)))
    },

    /** Its gas, with a quarter to spare; or that the contract refuses it, and why. */
    async estimate(call: EscrowCall): Promise<Estimate | { refused: string }> {
      const data = encodeCall(call)
      try {
        const least = await client.estimateGas({
          account: account.address,
          to: receiverOf(call, address),
          data,
          // The latest block may be long ago on a quiet chain; the time of the next one is what counts.
          blockTag: 'pending',
        })
        const gas = gasFor(call, least)
        return { gas, l1Fee: await readL1Fee(unsigned(gas, data)) }
      } catch (error) {
        const reverted =
          error instanceof ViemError && error.walk(cause => cause instanceof ExecutionRevertedError)
        if (!reverted) throw error
        return { refused: reasonOf(error) }
      }
    },

    sign: (call: EscrowCall, nonce: number, gas: bigint, fees: Fees): Promise<Signed> =>
      signWith(account, fees, { nonce, gas, to: receiverOf(call, address), data: encodeCall(call) }),

    async readSigner(raw: string): Promise<string> {
      const serializedTransaction = raw as TransactionSerializedEIP1559
      return operatorIdOf(config.chainId, await recoverTransactionAddress({ serializedTransaction }))
    },

    /** The same transaction and key with other fees, for any contract; null where the settings have that key no more */
    async signAgain(raw: string, operatorId: string, fees: Fees): Promise<Signed | null> {
      if (!isHex(raw)) throw new Error('not a signed transaction')
      const signer = accounts.find(({ address }) => operatorIdOf(config.chainId, address) === operatorId)
      if (signer === undefined) return null
      const { nonce, gas, to, data } = parseTransaction(raw as TransactionSerializedEIP1559)
      if (nonce === undefined || gas === undefined || !to || data === undefined)
        throw new Error('not a signed call')
      return signWith(signer, fees, { nonce, gas, to, data })
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
      if (receipt === null) return null
      const { blockNumber, effectiveGasPrice, gasUsed, logs, status } = receipt
      // Of chains of the OP stack.
      const { l1Fee } = receipt as { l1Fee?: unknown }
      const cost = gasUsed * effectiveGasPrice + (isHex(l1Fee) ? BigInt(l1Fee) : 0n)
      const done = parseEventLogs({ abi: thirdAbi, logs, eventName: ['Proposed', 'Released'] }).map(
        ({ address, args: { escrow, farmer }, eventName }): Done => ({
          contract: `${config.chainId}:${toAddress(address)}`,
          kind: eventName === 'Proposed' ? 'propose' : 'release',
          escrow,
          farmer: toAddress(farmer),
        }),
      )
      return { block: blockNumber, success: status === 'success', cost, done, shared: sharedIn(logs) }
    },

    /** The units of a token that a split account has given to nobody yet, as of that block. */
    readUndivided: (account: Address, token: Address, blockNumber: bigint): Promise<bigint> =>
      readUndivided(client, account, token, blockNumber),
  }
}
