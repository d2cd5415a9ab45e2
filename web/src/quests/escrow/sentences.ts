import { t } from '@lingui/core/macro'
import type { Ending, Told } from './follow.ts'
import type { Prompt } from './read-plan.ts'
import type { Sent } from './sent.ts'

export const noWallet = t`The wallet that you signed in with is not here any more. Sign in again.`

/** The wallet's questions, for people who read them beforehand. */
export const promptWords: Readonly<Record<Prompt, string>> = {
  network: t`Change the wallet to the network of the contract.`,
  accept: t`Accept by name that one address runs this contract and decides its disputes. It holds for later deposits too.`,
  reset: t`Take back what you allowed before: this token wants that first.`,
  allow: t`Allow the contract to take the reward from your wallet.`,
  permit: t`Sign that the contract may take the reward. A signature costs no fee, and is good for an hour.`,
  permit2: t`Sign that the contract may take the reward by way of Permit2, which you let take this token before. A signature costs no fee, and is good for an hour.`,
  deposit: t`Pay in.`,
  together: t`Allow the contract to take the reward, and pay in: both at once, or neither.`,
}

export const paidSentence = t`Paid in. Waiting for the confirmations…`

const asking: Readonly<Record<Prompt, string>> = {
  network: t`Open your wallet: change to the network of the contract.`,
  accept: t`Open your wallet: accept the operator as the arbiter.`,
  reset: t`Open your wallet: take back what you allowed before.`,
  allow: t`Open your wallet: allow the contract to take the reward from your wallet.`,
  permit: t`Open your wallet: sign that the contract may take the reward.`,
  permit2: t`Open your wallet: sign that the contract may take the reward.`,
  deposit: t`Open your wallet: pay in.`,
  together: t`Open your wallet: allow the reward and pay in, both at once.`,
}

/** The same for one of several. */
const askingStep: Readonly<Record<Prompt, (number: number, of: number) => string>> = {
  network: (number, of) =>
    t`Open your wallet. Step ${number} of ${of}: change to the network of the contract.`,
  accept: (number, of) => t`Open your wallet. Step ${number} of ${of}: accept the operator as the arbiter.`,
  reset: (number, of) => t`Open your wallet. Step ${number} of ${of}: take back what you allowed before.`,
  allow: (number, of) =>
    t`Open your wallet. Step ${number} of ${of}: allow the contract to take the reward from your wallet.`,
  permit: (number, of) =>
    t`Open your wallet. Step ${number} of ${of}: sign that the contract may take the reward.`,
  permit2: (number, of) =>
    t`Open your wallet. Step ${number} of ${of}: sign that the contract may take the reward.`,
  deposit: (number, of) => t`Open your wallet. Step ${number} of ${of}: pay in.`,
  together: (number, of) =>
    t`Open your wallet. Step ${number} of ${of}: allow the reward and pay in, both at once.`,
}

export function askingSentence(prompt: Prompt, number: number, of: number): string {
  return of > 1 ? askingStep[prompt](number, of) : asking[prompt]
}

export function toldSentence(
  state: Told,
  { step, chainId }: Sent,
  nameOf: (chainId: number) => string,
): string {
  switch (state) {
    case 'pending':
      return t`Sent. Waiting for the chain… You can close this page.`
    case 'confirming':
      if (step === 'payment') return t`Paid. Waiting until the service sees it…`
      return step === 'decision' ? t`It is in the chain. Waiting for the confirmations…` : paidSentence
    case 'signers':
      return t`Your wallet has it. It happens when all who have to sign have signed; you can close this page.`
    case 'asked':
      return t`Your wallet was asked, and this page has not heard its answer. If you confirmed it there, it is seen here soon.`
    case 'missing':
      return t`The chain does not show it any more. It may come still. If your wallet does not list it either, it is gone.`
    case 'unseen':
      return unseenOn(nameOf(chainId))
  }
}

function unseenOn(chain: string): string {
  return t`It was sent. Your wallet does not tell how far it is: it has to be here, and on ${chain}.`
}

/** The owner's words where only the owner can know that the transaction will not happen. */
export const forgetWords: Readonly<Partial<Record<Told, string>>> = {
  asked: t`I did not confirm it`,
  missing: t`My wallet does not list it`,
  unseen: t`My wallet does not list it`,
  signers: t`It was turned down`,
}

export const endingSentences: Readonly<Record<Exclude<Ending, 'done' | 'stopped'>, string>> = {
  refused: t`The transaction failed on the chain. Nothing happened but its fee.`,
  cancelled: t`Another transaction of your wallet took its place, so it did not happen.`,
}
