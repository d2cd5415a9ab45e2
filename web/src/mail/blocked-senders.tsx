import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { Button } from '../ui/button.tsx'
import { useBlocks } from './use-blocks.ts'

/** The senders that the reader blocked, where there are any. */
export function BlockedSenders() {
  const { blocked, unblock } = useBlocks()
  const count = blocked.length
  if (count === 0) return null
  return (
    <details className="rounded-2xl border border-line bg-card p-3.5 text-sm">
      <summary className="cursor-pointer font-semibold">
        <Trans>Blocked senders ({count})</Trans>
      </summary>
      <ul className="mt-3 grid gap-2">
        {blocked.map(sender => (
          <li key={sender} className="flex flex-wrap items-center justify-between gap-2">
            <AddressLink address={sender} />
            <Button busy={unblock.isPending} onClick={() => unblock.mutate(sender)}>
              <Trans>Unblock</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
