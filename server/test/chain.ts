import { setTimeout as sleep } from 'node:timers/promises'
import {
  courtArbiterAbi,
  courtArbiterBytecode,
  courtArbiterV2Abi,
  courtArbiterV2Bytecode,
  questEscrowAbi,
  questEscrowBytecode,
  questEscrowV2Abi,
  questEscrowV2Bytecode,
  questEscrowV3Abi,
  questEscrowV3Bytecode,
  splitterAbi,
  splitterBytecode,
} from '@furrow/contracts'
import {
  type Anvil,
  anvilPath,
  blockingTokenAbi,
  blockingTokenBytecode,
  oneJudgeCourtAbi,
  oneJudgeCourtBytecode,
  permitTokenAbi,
  permitTokenBytecode,
  resettingTokenAbi,
  resettingTokenBytecode,
  signatureTransferAbi,
  signatureTransferBytecode,
  testTokenAbi,
  testTokenBytecode,
} from '@furrow/contracts/testing'
import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import { type Abi, type Address, type Hex, keccak256, stringToBytes, zeroAddress } from 'viem'
import { createFakeClock } from './harness.ts'
import { takeChain } from './kept-chains.ts'

/** Tests of the chain rail need anvil; without it they are skipped, and say so. */
export const hasChain = anvilPath !== null

const escrows = {
  2: { abi: questEscrowV2Abi, bytecode: questEscrowV2Bytecode },
  3: { abi: questEscrowV3Abi, bytecode: questEscrowV3Bytecode },
} as const

const firstCourt = { abi: courtArbiterAbi, bytecode: courtArbiterBytecode } as const
const courtArbiters = {
  1: firstCourt,
  2: firstCourt,
  3: { abi: courtArbiterV2Abi, bytecode: courtArbiterV2Bytecode },
} as const

export type Deploy = (abi: Abi, bytecode: Hex, args: unknown[]) => Promise<Address>
export type TestClient = Anvil['client']

export type TestChain = Awaited<ReturnType<typeof startChain>>

/** A clock that begins with the newest block, for which anvil's own may be a second behind the machine's. */
export async function clockOf({ client }: TestChain) {
  const { timestamp } = await client.getBlock()
  return createFakeClock(Number(timestamp) * 1_000)
}

type OnChain = Partial<{
  readonly reviewSeconds: number
  readonly arbiter: number
  readonly version: EscrowVersion
  /** The owner, from the second version on; nobody by default. */
  readonly owner: number | null
  /** The dispute period, from the second version on; the first one always has these two weeks. */
  readonly disputeDays: number
  /** The token requires a reset before another amount is allowed, as USDT does. */
  readonly resets: boolean
  /** The token takes permits (EIP-2612), and has 18 decimals. */
  readonly permits: boolean
  /** The token's issuer blocks holders, as that of USDC does. */
  readonly blocks: boolean
  /** The account that signs for proved work; nobody by default. */
  readonly attester: number | null
  /** A court is the arbiter, which takes a thousand wei: of the third version one that passes appeals on. */
  readonly court: boolean
  /** There is a splitter, so that teams are paid. */
  readonly splits: boolean
  /** Deploys the contract that is the arbiter. */
  readonly decider: ((deploy: Deploy, client: TestClient) => Promise<Address>) | null
}>

/**
 * A real chain with the escrow contract, of any version, and a token of six decimals on it, for a test.
 * anvil's accounts: 0 deploys, 1 is the operator, 2 the arbiter; the rest are for the test.
 */
export async function startChain({
  args = [],
  chainId = 31_337,
  ...onChain
}: OnChain & { readonly args?: string[]; readonly chainId?: number } = {}) {
  const how = onChain.decider ? null : JSON.stringify({ args, chainId, onChain })
  const build = (anvil: Anvil) => buildChain(anvil, onChain)
  const { built } = await takeChain(how, { args, chainId }, build)
  return built
}

async function buildChain(
  anvil: Anvil,
  {
    reviewSeconds = 172_800,
    arbiter = 2,
    version = 1,
    owner = null,
    disputeDays = 14,
    resets = false,
    permits = false,
    blocks = false,
    attester = null,
    court = false,
    splits = false,
    decider = null,
  }: OnChain,
) {
  const { client, account, chainId } = anvil
  const deployer = account(0)

  async function deploy(abi: Abi, bytecode: Hex, args: unknown[]) {
    const hash = await client.deployContract({ abi, bytecode, args, account: deployer } as never)
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    return contractAddress as Address
  }
  const judge = court ? await deploy(oneJudgeCourtAbi, oneJudgeCourtBytecode, []) : null
  const arbiterAddress = judge
    ? await deploy(courtArbiters[version].abi, courtArbiters[version].bytecode, [
        judge,
        '0x1234',
        'ipfs://meta',
      ])
    : ((await decider?.(deploy, client)) ?? account(arbiter).address)
  /** Another contract, with this account as its operator. */
  function deployEscrow(operator: number, of: EscrowVersion = version) {
    if (of === 1)
      return deploy(questEscrowAbi, questEscrowBytecode, [
        account(operator).address,
        account(arbiter).address,
        BigInt(reviewSeconds),
      ])
    const terms = {
      operator: account(operator).address,
      arbiter: arbiterAddress,
      attester: attester === null ? zeroAddress : account(attester).address,
      owner: owner === null ? zeroAddress : account(owner).address,
      uptimeFeed: zeroAddress,
      reviewWindow: BigInt(reviewSeconds),
      disputePeriod: BigInt(disputeDays * 24 * 3_600),
    }
    const tokens = of === 3 && { tokens: [zeroAddress, zeroAddress, zeroAddress] }
    return deploy(escrows[of].abi, escrows[of].bytecode, [{ ...terms, ...tokens }])
  }
  const keyOf = (index: number) =>
    `0x${Buffer.from(account(index).getHdKey().privateKey ?? []).toString('hex')}` as const
  const escrow = await deployEscrow(1)
  const splitter = splits ? await deploy(splitterAbi, splitterBytecode, []) : null
  const token = await deployToken()
  function deployToken() {
    if (resets) return deploy(resettingTokenAbi, resettingTokenBytecode, [])
    if (permits) return deploy(permitTokenAbi, permitTokenBytecode, [])
    if (blocks) return deploy(blockingTokenAbi, blockingTokenBytecode, [])
    return deploy(testTokenAbi, testTokenBytecode, ['Test Dollar', 'USDC', 6])
  }

  /** Puts Permit2's transfers by signature where Permit2 is on every chain, and lets it take so much of the wallet's tokens. */
  async function openToPermit2(from: { address: Address }, amount: bigint): Promise<void> {
    const address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const code = await client.getCode({
      address: await deploy(signatureTransferAbi, signatureTransferBytecode, []),
    })
    await client.setCode({ address, bytecode: code ?? '0x' })
    const hash = await client.writeContract({
      abi: testTokenAbi,
      address: token,
      functionName: 'approve',
      args: [address, amount],
      account: from as never,
      chain: client.chain,
    })
    await client.waitForTransactionReceipt({ hash })
  }

  /** Sends a transaction and waits until it is mined. */
  async function call(
    from: number | { address: Address },
    functionName: string,
    args: unknown[],
    value = 0n,
    contract = escrow,
  ) {
    const sender = typeof from === 'number' ? account(from) : from
    const hash = await client.writeContract({
      // Each version has the functions of the ones before.
      abi: questEscrowV3Abi,
      address: contract,
      functionName,
      args,
      value,
      account: sender,
    } as never)
    await client.waitForTransactionReceipt({ hash })
    return hash
  }

  /** Anyone may make test tokens. */
  async function mint(to: { address: Address }, amount: bigint) {
    const hash = await client.writeContract({
      abi: testTokenAbi,
      address: token,
      functionName: 'mint',
      args: [to.address, amount],
      account: to as never,
      chain: client.chain,
    })
    await client.waitForTransactionReceipt({ hash })
  }

  /** The issuer of a token that blocks. */
  async function block(holder: Address, isBlocked: boolean) {
    const hash = await client.writeContract({
      abi: blockingTokenAbi,
      address: token,
      functionName: 'setBlocked',
      args: [holder, isBlocked],
      account: deployer,
    } as never)
    await client.waitForTransactionReceipt({ hash })
  }

  return {
    ...anvil,
    mint,
    block,
    openToPermit2,
    deployEscrow,
    keyOf,
    /** The court that the arbiter asks; null without one. */
    judge,
    escrow,
    /** null without one. */
    splitter,
    token,
    call,
    env: {
      RPC_URLS: `${chainId}=${anvil.rpcUrl}`,
      ESCROW_CHAIN_ID: String(chainId),
      ESCROW_ADDRESS: escrow,
      ESCROW_OPERATOR_KEY: keyOf(1),
      ...(splitter !== null && { ESCROW_SPLITTERS: `${chainId}=${splitter}` }),
      ESCROW_POLL_SECONDS: '0.05',
      REVIEW_WINDOW_HOURS: String(reviewSeconds / 3_600),
      TOKENS: `ETH=native,USDC=${token}`,
    },
    /** The giver's deposit: in wei, or in millionths of the token. */
    async fund(
      giver: { address: Address },
      questId: string,
      amountEach: bigint,
      slots: number,
      of: Address = zeroAddress,
      contract = escrow,
    ) {
      const total = amountEach * BigInt(slots)
      const token = { abi: testTokenAbi, address: of } as const
      await client.setBalance({ address: giver.address, value: total + 10n ** 18n })
      if (of !== zeroAddress) {
        await mint(giver, total)
        const hash = await client.writeContract({
          ...token,
          functionName: 'approve',
          args: [contract, total],
          account: giver as never,
          chain: client.chain,
        })
        await client.waitForTransactionReceipt({ hash })
      }
      return call(
        giver,
        'fund',
        [keccak256(stringToBytes(questId)), of, amountEach, slots],
        of === zeroAddress ? total : 0n,
        contract,
      )
    },
    read: (functionName: 'payments' | 'escrows', args: unknown[]) =>
      client.readContract({ abi: questEscrowAbi, address: escrow, functionName, args } as never),
    /** Waits until nothing of that key is in the mempool. */
    async settled(address: Address) {
      const count = (blockTag: 'latest' | 'pending') => client.getTransactionCount({ address, blockTag })
      while ((await count('pending')) > (await count('latest'))) await sleep(5)
    },
    /** Moves the chain's clock, and mines a block with the new time. */
    async later(seconds: number) {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
    balanceOf: (address: Address) =>
      client.readContract({ abi: testTokenAbi, address: token, functionName: 'balanceOf', args: [address] }),
  }
}
