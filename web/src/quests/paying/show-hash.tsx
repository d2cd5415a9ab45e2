import type { DuePayout, PaidWork } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../auth/use-kept.ts'
import { loadRefusals } from '../../language/refusals.ts'
import { furrow } from '../../service/furrow.ts'
import { refusalSentence } from '../../service/sentence-of.ts'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { HashField, isHash } from '../../ui/hash-field.tsx'
import { Section } from '../../ui/section.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import type { PayChain } from './owed.ts'

/** The service's word about one work. */
export type Answer = { readonly key: string; readonly title: string; readonly sentence: string }

type Props = {
  works: readonly DuePayout[]
  chain: PayChain
  onAnswers: (answers: readonly Answer[]) => void
}

/** One transaction, shown for each of the works. */
export function ShowHash({ works, chain, onAnswers }: Props) {
  const [hash, setHash, forget] = useKept('paid due', '')
  const given = hash.trim()
  const act = useQuestAct(async () => {
    const owed = works.map(({ questId, payee }) => ({ questId, farmer: payee }))
    const answers = await furrow.payouts.paidMany(given, owed, chain.chainId)
    if (answers.some(({ status }) => status === 'refused')) await loadRefusals()
    onAnswers(
      answers.map((answer, index) => ({
        key: `${answer.questId} ${answer.farmer}`,
        title: works[index]?.title ?? '',
        sentence: sentenceFor(answer),
      })),
    )
    forget()
  })
  return (
    <CheckedForm
      className="grid gap-4"
      onSubmit={() => {
        if (isHash(hash) && works.length > 0) act.mutate()
      }}
    >
      <HashField
        hint={t`The transaction that paid the chosen works. The service looks it up once, and judges each of them.`}
        value={hash}
        onChange={setHash}
      />
      <Button type="submit" variant="primary" busy={act.isPending} disabled={works.length === 0}>
        <Trans>Show it for the chosen works</Trans>
      </Button>
    </CheckedForm>
  )
}

function sentenceFor({ status, error, code }: PaidWork): string {
  switch (status) {
    case 'paid':
      return t`Paid, as the chain shows.`
    case 'waits-for-farmer':
      return t`It was found. It came from another wallet than yours, so the farmer is asked whether it is the payment.`
    case 'confirming':
      return t`It was found, and counts once it has its confirmations.`
    case 'refused':
      return refusalSentence(code, error ?? '')
  }
}

/** They stay when the works are gone from the list. */
export function ShownAnswers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  return (
    <Section className="grid gap-2">
      <h2 className="text-xl font-semibold">
        <Trans>The service’s answers</Trans>
      </h2>
      <div role="status">
        <ul className="grid gap-1">
          {answers.map(({ key, title, sentence }) => (
            <li key={key} className="[overflow-wrap:anywhere]">
              <bdi className="font-semibold">{title}</bdi>: {sentence}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
