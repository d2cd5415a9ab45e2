import type { ProofPreview, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../../../service/address-link.tsx'
import { faultWords } from './fault-words.ts'

export function Verdict({ quest, preview }: { quest: Quest; preview: ProofPreview }) {
  const { wouldPay, farmer, reasons } = preview
  const isOther = preview.quest !== null && preview.quest !== quest.id
  return (
    <div className="grid gap-3">
      <p className="font-medium">
        {!wouldPay ? (
          <Trans>No: as it is, this pull request proves no work.</Trans>
        ) : reasons.length === 0 ? (
          <Trans>
            Yes: this pull request proves the work of {farmer && <AddressLink address={farmer} />}.
          </Trans>
        ) : (
          <Trans>Yes: once merged, it proves the work of {farmer && <AddressLink address={farmer} />}.</Trans>
        )}
      </p>
      {isOther && preview.quest && (
        <p>
          <Trans>
            It is for{' '}
            <Link to="/quests/$id" params={{ id: preview.quest }} className="underline">
              another quest
            </Link>
            .
          </Trans>
        </p>
      )}
      {reasons.length > 0 && (
        <ul className="grid gap-2">
          {reasons.map(reason => {
            const { text, fix } = faultWords(reason, preview.account)
            return (
              <li key={reason.code}>
                {text} <span className="text-muted">{fix}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
