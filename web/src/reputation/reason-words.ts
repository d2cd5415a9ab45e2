import { t } from '@lingui/core/macro'

/** The service's sentence for a release: what took its points back, whose it is, what proves it, and its number. */
const release =
  /^(?:(Taken back, [^:]+): )?Work released( to a farmer)?(?:, ([^(]+))? \(number (\d+) (?:for|of) this (?:giver|farmer) this season\)$/

const takenBack: Readonly<Record<string, string>> = {
  'Taken back, since its farmer left the money in the contract for a year': t`Taken back, since its farmer left the money in the contract for a year`,
  'Taken back, since the farmer did not receive its payment': t`Taken back, since the farmer did not receive its payment`,
  'Taken back, until the farmer confirms its payment': t`Taken back, until the farmer confirms its payment`,
  'Taken back, since its payment is none': t`Taken back, since its payment is none`,
  'Taken back, since the chain has its payment no more': t`Taken back, since the chain has its payment no more`,
}

const proofs: Readonly<Record<string, string>> = {
  'recorded and not proved': t`Recorded, not proved`,
  'by a payment that was shown': t`By a payment that was shown`,
}

type Words = { readonly title: string; readonly notes: readonly string[] }

/** The reason for points in the reader's language: they are kept with a sentence, and one of a later service says itself. */
export function reasonWords(reason: string): Words {
  const rating = /^Review of (\d) of 5$/.exec(reason)?.[1]
  if (rating !== undefined) return { title: t`Review of ${rating} of 5`, notes: [] }
  const found = release.exec(reason)
  if (found === null) return { title: reason, notes: [] }
  const [, back, toFarmer, proof, number = ''] = found
  return {
    title: toFarmer === undefined ? t`Work released` : t`Work released to a farmer`,
    notes: [
      ...(back === undefined ? [] : [takenBack[back] ?? back]),
      toFarmer === undefined
        ? t`Number ${number} for this giver this season`
        : t`Number ${number} of this farmer this season`,
      ...(proof === undefined ? [] : [proofs[proof] ?? proof]),
    ],
  }
}
