import { t } from '@lingui/core/macro'

const merges = t`A merged pull request that still stands releases the work, and for one that was taken back the giver is refunded.`

/** The service's sentences for a dispute that nobody decides: `GET /config` has no codes for them. */
const rules: readonly (readonly [begins: string, sentence: string])[] = [
  [
    'The contract refunds the giver, also for a merged pull request',
    t`The contract refunds the giver, also for a merged pull request: it has no attester, so the arbiter alone can decide for the farmer.`,
  ],
  [
    'The contract refunds the giver, unless an attester',
    t`The contract refunds the giver, unless an attester, who is not the service, has signed that the work was proved.`,
  ],
  [
    'Work that a merged pull request proved',
    t`Work that a merged pull request proved is paid by the contract, and other work is refunded.`,
  ],
]

/** How a dispute ends that nobody decides, in the reader's language; a rule of a later service says itself. */
export function undecidedRule(said: string): string {
  if (said.startsWith('A merged pull request that still stands')) {
    if (said.endsWith('Other work is refunded.')) return `${merges} ${t`Other work is refunded.`}`
    if (said.includes('Nobody can decide disputes here'))
      return `${merges} ${t`Nobody can decide disputes here, so other work is released if it was handed in with a link that shows it, and refunded if not.`}`
  }
  return rules.find(([begins]) => said.startsWith(begins))?.[1] ?? said
}
