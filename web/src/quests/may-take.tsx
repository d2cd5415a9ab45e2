import type { Eligibility, Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { loadRefusals } from '../language/refusals.ts'
import { furrow } from '../service/furrow.ts'
import { refusalSentence } from '../service/sentence-of.ts'

/** Whether the reader may take a place, asked before they try; undefined while nobody knows. */
export function useEligibility({ id }: Quest, address: string): Eligibility | undefined {
  const { data } = useQuery({
    queryKey: ['quests', id, 'eligibility', address.toLowerCase()],
    queryFn: async () => {
      const eligibility = await furrow.quests.eligibility(id)
      if (eligibility.reasons.length > 0) await loadRefusals()
      return eligibility
    },
  })
  return data
}

export function WhyNot({ eligibility }: { eligibility: Eligibility | undefined }) {
  if (eligibility === undefined) return null
  const { places, reasons } = eligibility
  return (
    <div className="grid gap-1 text-sm text-muted">
      {reasons.map(reason => (
        <p key={reason.code}>{sentenceOf(reason, places)}</p>
      ))}
      {places && reasons.length === 0 && <p>{usedUp(places)}</p>}
    </div>
  )
}

type Places = Eligibility['places']

/** The sentence of its refusal where there is none for this page. */
function sentenceOf({ code, text }: Eligibility['reasons'][number], places: Places): string {
  if (code === 'places-used-up' && places) return [usedUp(places), raisedBy(places)].join(' ')
  return sentences[code] ?? refusalSentence(code, text)
}

const sentences: Readonly<Record<string, string>> = {
  'account-needed': t`This quest is for farmers with a proved code-host account. Link yours to your profile first.`,
  'account-age-unknown': t`Nothing says how old your code-host account is. Prove it once more on your profile.`,
  'account-too-new': t`Your code-host account is too new for this quest.`,
  'holds-too-many-here': t`You have as many of this giver’s places as one farmer may.`,
  'members-only': t`This quest is for members of the community.`,
  'agents-only': t`This quest is for agents alone: an API key that says so takes it.`,
  denounced: t`The giver of this quest takes no work from your code-host account.`,
  'not-vouched': t`This quest is for accounts that its giver or its repository vouches for, and yours is not among them.`,
  'trust-list-unread': t`The code host has not told yet for whom the repository vouches. Try again in a minute.`,
  'part-before-unpaid': t`This is the next part of a plan: it opens once the part before is paid, or is over without.`,
  'part-kept': t`For now this part is for the farmers alone who were paid for the part before.`,
  'kept-for-newcomers': t`The places left are kept for farmers who have finished nothing yet.`,
}

function usedUp({ held, allowed }: NonNullable<Places>): string {
  return t`Your places at work: ${held} of ${allowed}.`
}

function raisedBy({ next }: NonNullable<Places>): string {
  if (next === null)
    return t`You may have more with a proved code-host account and finished work that is proved, or when one of them ends.`
  const { finished, places } = next
  return plural(finished, {
    one: `With # finished quest with proved work you may have ${places}.`,
    other: `With # finished quests with proved work you may have ${places}.`,
  })
}
