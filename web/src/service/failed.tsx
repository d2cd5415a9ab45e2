import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { sentenceOf } from './sentence-of.ts'

/** The failure, in a sentence, and another try. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-2xl border border-danger bg-danger-soft p-5"
    >
      <p className="font-semibold text-danger">{sentenceOf(error)}</p>
      {retry && (
        <Button onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
