import type { Quest } from '@furrow/sdk'
import {
  type PayIn,
  payInOf,
  readPlan as readOf,
  type Plan as SdkPlan,
  type Sponsorship,
  type Step,
  sponsoredPayIn,
  type Ways,
} from '@furrow/sdk/escrow'
import { canSendTogether } from './capabilities.ts'
import { isOnChain, type Node } from './node.ts'

/** One question of the wallet to its owner. */
export type Prompt = Step | 'network'

/** Facts shown before the wallet asks anything. */
export type Plan = {
  readonly prompts: readonly Prompt[]
  /** null while the wallet is on another chain, where the chain's own facts cannot be read. */
  readonly onChain: (SdkPlan & { readonly isGasPaid: boolean }) | null
}

/** Quests of one giver that are paid in together, with the giver's signature where somebody else pays. */
export type Wanted = { readonly quests: readonly [Quest, ...Quest[]]; readonly sponsorship?: Sponsorship }

export function payInFor({ quests, sponsorship }: Wanted): PayIn {
  const payIn = payInOf(quests)
  return sponsorship === undefined ? payIn : sponsoredPayIn(payIn, sponsorship)
}

/** @throws the wallet's own errors. */
export async function readPlan(node: Node, from: string, payIn: PayIn, ways: Ways): Promise<Plan> {
  const { chainId } = payIn
  if (!(await isOnChain(node, chainId))) return { prompts: usualPrompts(payIn), onChain: null }
  const [plan, gas] = await Promise.all([
    waysOf(node, from, payIn, ways).then(known => readOf(node, from, payIn, known)),
    import('./paid-gas.ts').then(({ askForGas }) => askForGas(node, from, chainId)),
  ])
  return { prompts: plan.steps, onChain: { ...plan, isGasPaid: gas !== null } }
}

/** The wallet's usual questions, while it is on another chain and nothing can be read. */
export function usualPrompts({ isCoin }: Pick<PayIn, 'isCoin'>): readonly Prompt[] {
  return isCoin ? ['network', 'deposit'] : ['network', 'allow', 'deposit']
}

/** The ways that were not tried in vain, without those that this wallet does not have. */
export async function waysOf(
  node: Node,
  from: string,
  { chainId, isCoin }: PayIn,
  ways: Ways,
): Promise<Ways> {
  return { ...ways, batches: ways.batches && !isCoin && (await canSendTogether(node, from, chainId)) }
}
