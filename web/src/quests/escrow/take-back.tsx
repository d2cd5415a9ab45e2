import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNow, When } from '../../ui/time.tsx'
import { EscrowButton } from './escrow-button.tsx'
import { isClosed, noticeOf } from './notice.ts'
import { ToAddress } from './to-address.tsx'

type TakeBackProps = { quest: Quest; children: ReactNode }

/** The giver takes back unearned money: at once where the contract is closed or the first version, else after a notice. */
export function TakeBack({ quest, children }: TakeBackProps) {
  const now = useNow(30_000)
  const notice = noticeOf(quest)
  const isFree = (quest.funding.contractVersion ?? 1) < 2 || isClosed(quest)
  if (isFree || (notice !== null && Date.parse(notice) <= now))
    return (
      <>
        <EscrowButton quest={quest} call={{ kind: 'refund' }}>
          {children}
        </EscrowButton>
        {(quest.funding.contractVersion ?? 1) > 1 && (
          <details className="text-sm">
            <summary>
              <Trans>Your wallet cannot take it?</Trans>
            </summary>
            <ToAddress quest={quest} callFor={receiver => ({ kind: 'refundTo', receiver })}>
              <Trans>Take the free places back there</Trans>
            </ToAddress>
          </details>
        )}
      </>
    )
  if (notice !== null)
    return (
      <p className="text-sm text-muted">
        <Trans>
          You gave notice. You can take it back from <When at={notice} exact /> on.
        </Trans>
      </p>
    )
  return (
    <EscrowButton
      quest={quest}
      call={{ kind: 'giveNotice' }}
      question={
        quest.companionOf === undefined
          ? t`Nobody can join any more. Farmers with a place can still hand in for seven days; after that you take the free places back. This cannot be undone.`
          : t`Work that the giver releases within seven days is still paid. After that you take back what is left, and it leaves the sum, also while somebody works. This cannot be undone.`
      }
    >
      <Trans>Give notice to take it back</Trans>
    </EscrowButton>
  )
}
