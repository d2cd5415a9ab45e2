import type { VoteReceipt } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

/** Lets a voter keep the proof of how the service took the vote. */
export function KeepReceipt({ receipt }: { receipt: VoteReceipt }) {
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
      `receipt-${receipt.proposalId}.json`,
    )
  return (
    <div className="grid gap-2 border-t border-line pt-3 text-sm text-muted">
      <p>
        <Trans>
          The service signed a receipt of your vote. With it you prove that your vote was left out or changed.
        </Trans>
      </p>
      <Button className="justify-self-start" onClick={save}>
        <Trans>Keep the receipt</Trans>
      </Button>
    </div>
  )
}
