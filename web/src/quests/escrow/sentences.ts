import type { Ending, Told } from './follow.ts'
import type { Prompt } from './fund-plan.ts'
import type { Sent } from './sent.ts'

export const noWallet = 'The wallet that you signed in with is not here any more. Sign in again.'

/** What a wallet asks, for who reads it before. */
export const promptWords: Readonly<Record<Prompt, string>> = {
  network: 'Change the wallet to the network of the contract.',
  reset: 'Take back what you allowed before: this token wants that first.',
  allow: 'Allow the contract to take the reward from your wallet.',
  deposit: 'Pay in.',
  together: 'Allow the contract to take the reward, and pay in: both at once, or neither.',
}

export const paidSentence = 'Paid in. Waiting for the confirmations…'

const asking: Readonly<Record<Prompt, string>> = {
  network: 'change to the network of the contract.',
  reset: 'take back what you allowed before.',
  allow: 'allow the contract to take the reward from your wallet.',
  deposit: 'pay in.',
  together: 'allow the reward and pay in, both at once.',
}

export function askingSentence(prompt: Prompt, number: number, of: number): string {
  const words = asking[prompt]
  if (of > 1) return `Open your wallet. Step ${number} of ${of}: ${words}`
  return `Open your wallet: ${words}`
}

export function toldSentence(
  state: Told,
  { step, chainId }: Sent,
  nameOf: (chainId: number) => string,
): string {
  switch (state) {
    case 'pending':
      return 'Sent. Waiting for the chain… You can close this page.'
    case 'confirming':
      return step === 'decision' ? 'It is in the chain. Waiting for the confirmations…' : paidSentence
    case 'signers':
      return 'Your wallet has it. It happens when all who have to sign have signed; you can close this page.'
    case 'asked':
      return 'Your wallet was asked, and this page has not heard its answer. If you confirmed it there, it is seen here soon.'
    case 'missing':
      return 'The chain does not show it any more. It may come still. If your wallet does not list it either, it is gone.'
    case 'unseen':
      return `It was sent. Your wallet does not tell how far it is: it has to be here, and on ${nameOf(chainId)}.`
  }
}

/** Where only the owner of the wallet can know that nothing comes of it: what he then says. */
export const forgetWords: Readonly<Partial<Record<Told, string>>> = {
  asked: 'I did not confirm it',
  missing: 'My wallet does not list it',
  unseen: 'My wallet does not list it',
  signers: 'It was turned down',
}

export const endingSentences: Readonly<Record<Exclude<Ending, 'done' | 'stopped'>, string>> = {
  refused: 'The contract refused the transaction. Nothing happened but its fee.',
  cancelled: 'Another transaction of your wallet took its place, so it did not happen.',
}
