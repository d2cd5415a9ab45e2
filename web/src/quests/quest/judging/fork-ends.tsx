import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Amount, plainAmount } from '../../../ui/amount.tsx'
import { Countdown } from '../../../ui/time.tsx'
import { otherwiseSentence } from '../../otherwise-sentence.ts'
import type { Fork } from '../../way/way.ts'

/** The fork in the way of the money: the deadline of the decision, and its two possible or actual ends. */
export function ForkEnds({ quest, farmer, fork }: { quest: Quest; farmer: Assignment; fork: Fork }) {
  const isOpen = fork.open > 0
  const whole = plainAmount(quest.rewardAmount)
  const toGiver = fork.toGiver ?? (farmer.status === 'refunded' ? whole : null)
  return (
    <div className="grid items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_2.5rem_1fr]">
      <div className="grid">
        {isOpen && fork.until ? (
          <>
            <span className="text-muted">
              {farmer.ruling ? (
                <Trans comment="A countdown follows">Decided, and carried out in</Trans>
              ) : (
                <Trans comment="A countdown follows">Decided or over in</Trans>
              )}
            </span>
            <span className="text-xl font-semibold text-danger">
              <Countdown to={fork.until} />
            </span>
          </>
        ) : (
          <span className="font-semibold">
            <Trans>Decided</Trans>
          </span>
        )}
      </div>
      <svg
        viewBox="0 0 40 88"
        className="hidden h-22 w-10 sm:block"
        aria-hidden="true"
        fill="none"
        strokeWidth="2"
      >
        <path d="M0 44h8c14 0 6-24 20-24h12" className={lineOf(isOpen, farmer.paid)} />
        <path d="M0 44h8c14 0 6 24 20 24h12" className={lineOf(isOpen, toGiver)} />
      </svg>
      <dl className="grid gap-2">
        <End
          name={t`To the farmer`}
          amount={isOpen ? (farmer.ruling?.paid ?? whole) : farmer.paid}
          token={quest.rewardToken}
          isOpen={isOpen}
        />
        <End
          name={t`Back to the giver`}
          amount={isOpen ? (farmer.ruling?.refunded ?? whole) : toGiver}
          token={quest.rewardToken}
          isOpen={isOpen}
        />
      </dl>
      {isOpen && <p className="text-muted sm:col-span-3">{otherwiseSentence(farmer)}</p>}
    </div>
  )
}

function lineOf(isOpen: boolean, amount: string | null): string {
  if (isOpen) return 'stroke-danger [stroke-dasharray:3_4]'
  return amount === null ? 'stroke-line' : 'stroke-wheat'
}

type EndProps = { name: string; amount: string | null; token: string; isOpen: boolean }

function End({ name, amount, token, isOpen }: EndProps) {
  const isEmpty = amount === null
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 rounded-xl border px-3 py-2 ${isOpen ? 'border-dashed border-line' : isEmpty ? 'border-line text-muted' : 'border-wheat bg-wheat-soft'}`}
    >
      <dt>{name}</dt>
      <dd>
        {isEmpty ? (
          t`nothing`
        ) : isOpen ? (
          <Trans>
            <span className="text-muted">up to</span> <Amount amount={amount} token={token} />
          </Trans>
        ) : (
          <Amount amount={amount} token={token} />
        )}
      </dd>
    </div>
  )
}
