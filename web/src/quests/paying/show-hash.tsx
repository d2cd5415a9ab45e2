import type { Assignment, DuePayout } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../auth/use-kept.ts'
import { furrow } from '../../service/furrow.ts'
import { sentenceOf } from '../../service/sentence-of.ts'
import { sameAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
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
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(given)
  const act = useQuestAct(async () => {
    const answers: Answer[] = []
    // One after the other: the works of one farmer share what the transaction moved to them.
    for (const work of works) {
      answers.push(await show(work, given, chain.chainId))
      onAnswers([...answers])
    }
    forget()
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (isHash && works.length > 0) act.mutate()
      }}
    >
      <Field
        label={t`Transaction hash`}
        hint={t`The transaction that paid the chosen works. The service looks it up for each of them.`}
        error={given !== '' && !isHash ? t`A hash is 0x and 64 hex digits.` : undefined}
      >
        {bound => (
          <Input
            {...bound}
            value={hash}
            required
            autoComplete="off"
            spellCheck="false"
            placeholder="0x…"
            onChange={event => setHash(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={act.isPending} disabled={works.length === 0}>
        <Trans>Show it for the chosen works</Trans>
      </Button>
    </form>
  )
}

async function show({ questId, payee, title }: DuePayout, hash: string, chainId: number): Promise<Answer> {
  const key = `${questId} ${payee}`
  try {
    const { farmers } = await furrow.quests.paid(questId, payee, hash, chainId)
    const place = farmers.find(({ address }) => sameAddress(address, payee))
    return { key, title, sentence: sentenceFor(place?.payment) }
  } catch (error) {
    return { key, title, sentence: sentenceOf(error) }
  }
}

function sentenceFor(payment: Assignment['payment']): string {
  if (payment?.status === 'paid') return t`Paid, as the chain shows.`
  if (payment?.waitsForFarmer)
    return t`It was found. It came from another wallet than yours, so the farmer is asked whether it is the payment.`
  return t`It was found, and counts once it has its confirmations.`
}

/** They stay when the works are gone from the list. */
export function ShownAnswers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  return (
    <Card as="section" className="grid gap-2">
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
    </Card>
  )
}
