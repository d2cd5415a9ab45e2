import type { UndecidedRule } from '@furrow/sdk/contract'
import type { Otherwise } from '../../../rules/lifecycle/default-outcome.ts'

const merges =
  'A merged pull request that still stands releases the work, and for one that was taken back the giver is refunded.'

export const ruleSentences: Readonly<Record<UndecidedRule, string>> = {
  'contract-refunds-all':
    'The contract refunds the giver, also for a merged pull request: it has no attester, so the arbiter alone can decide for the farmer.',
  'contract-refunds-unless-attested':
    'The contract refunds the giver, unless an attester, who is not the service, has signed that the work was proved.',
  'contract-pays-merged':
    'Work that a merged pull request proved is paid by the contract, and other work is refunded.',
  'merged-else-refund': `${merges} Other work is refunded.`,
  'merged-or-linked': `${merges} Nobody can decide disputes here, so other work is released if it was handed in with a link that shows it, and refunded if not.`,
}

export const otherwiseSentences: Readonly<Record<Otherwise, string>> = {
  'contract-refunds-unless-attested':
    'the contract refunds the giver, unless an attester has signed for the work',
  'contract-as-proposed': 'the contract decides by what was said when the work was proposed',
  'contract-refunds': 'the contract refunds the giver',
  'contract-pays': 'the contract pays the work',
  'pay-if-merge-stands':
    'the work is released if the merge stands then, and the giver refunded if it does not',
  pay: 'the work is released',
  'pay-for-link': 'the work is released: nobody can decide here, and its link shows it',
  refund: 'the giver is refunded',
}
