import { questEscrowAbi } from '@furrow/contracts'
import type { Quest } from '@furrow/sdk'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  stringToBytes,
  zeroAddress,
} from 'viem'
import type { Wallet } from '../../auth/wallets.ts'

type Step = (sentence: string) => void

/** What a party of a quest decides. */
export type Call =
  | { readonly kind: 'approve' | 'dispute'; readonly farmer: string }
  | { readonly kind: 'resolve'; readonly farmer: string; readonly pay: boolean }
  | { readonly kind: 'refund' }

/** Pays a quest's whole reward into the escrow: the token's approval where one is needed, then the deposit. */
export async function fundQuest(wallet: Wallet, from: string, quest: Quest, step: Step): Promise<void> {
  const { escrow, token, total, amountEach } = termsOf(quest)
  await onChain(wallet, quest)
  if (token !== zeroAddress) {
    step('Step 1 of 2: allow the contract to take the reward from your wallet.')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, total] })
    await send(wallet, { from, to: token, data }, step)
  }
  step(token === zeroAddress ? 'Pay in with your wallet.' : 'Step 2 of 2: pay in.')
  const data = encodeFunctionData({
    abi: questEscrowAbi,
    functionName: 'fund',
    args: [keccak256(stringToBytes(quest.id)), token, amountEach, quest.maxFarmers],
  })
  await send(wallet, { from, to: escrow, data, value: token === zeroAddress ? total : 0n }, step)
}

/** A decision that only the party's own wallet can sign. */
export async function callEscrow(
  wallet: Wallet,
  from: string,
  quest: Quest,
  call: Call,
  step: Step,
): Promise<void> {
  const { escrow } = termsOf(quest)
  const id = quest.funding.escrowId as Hex
  await onChain(wallet, quest)
  step('Confirm it in your wallet.')
  await send(wallet, { from, to: escrow, data: encode(id, call) }, step)
}

function encode(id: Hex, call: Call): Hex {
  const abi = questEscrowAbi
  if (call.kind === 'refund') return encodeFunctionData({ abi, functionName: 'refund', args: [id] })
  const farmer = getAddress(call.farmer)
  if (call.kind === 'resolve')
    return encodeFunctionData({ abi, functionName: 'resolve', args: [id, farmer, call.pay] })
  return encodeFunctionData({ abi, functionName: call.kind, args: [id, farmer] })
}

function termsOf({ funding, maxFarmers }: Quest) {
  const amountEach = BigInt(funding.amountEach ?? 0)
  return {
    escrow: getAddress(funding.escrow ?? zeroAddress),
    token: getAddress(funding.tokenAddress ?? zeroAddress),
    amountEach,
    total: amountEach * BigInt(maxFarmers),
  }
}

async function onChain({ provider }: Wallet, { funding }: Quest): Promise<void> {
  const chainId = `0x${(funding.chainId ?? 1).toString(16)}` as const
  if (Number(await provider.request({ method: 'eth_chainId' })) === funding.chainId) return
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
}

type Transaction = { from: string; to: Hex; data: Hex; value?: bigint }

/** Sends a transaction and waits until it is in a block. */
async function send(
  { provider }: Wallet,
  { from, to, data, value = 0n }: Transaction,
  step: Step,
): Promise<void> {
  const transaction = { from: getAddress(from), to, data, value: `0x${value.toString(16)}` as const }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  step('Waiting for the chain…')
  for (;;) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error('the contract refused the transaction.')
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}
