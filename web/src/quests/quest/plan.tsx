import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../auth/session.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { When } from '../../ui/time.tsx'

type Plan = NonNullable<Quest['plan']>

/** The plan that a quest is a part of, with its sum and whose turn it is. A giver goes on with it from its last part. */
export function PlanOfQuest({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const { contest, plan, thanks } = quest
  const isLast = plan === undefined || (plan.place === plan.of && plan.of < 10)
  const isAlone = thanks !== undefined || contest !== undefined
  const goesOn = isLast && !isAlone && sameAddress(address, quest.giver)
  if (plan === undefined && !goesOn) return null
  return (
    <Section className="grid gap-3">
      {plan && <Parts quest={quest} plan={plan} />}
      {goesOn && (
        <div>
          <LinkButton to="/quests/new" search={{ after: quest.id }}>
            {t`Add the next part`}
          </LinkButton>
        </div>
      )}
    </Section>
  )
}

function Parts({ quest, plan }: { quest: Quest; plan: Plan }) {
  const { place, of, parts = [], sums = [] } = plan
  return (
    <>
      <h2 className="text-lg font-semibold">
        <Trans>
          The plan: part {place} of {of}
        </Trans>
      </h2>
      <ol className="grid gap-1.5 text-sm">
        {parts.map((part, index) => (
          <li key={part.id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted">{index + 1}</span>
            <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {part.id === quest.id ? (
                <strong aria-current="page">{part.title}</strong>
              ) : (
                <Link to="/quests/$id" params={{ id: part.id }} className="underline">
                  {part.title ?? t`Hidden by a moderator`}
                </Link>
              )}
            </span>
            {(part.status === 'completed' || part.status === 'cancelled') && (
              <Tag>{part.status === 'completed' ? t`Completed` : t`Cancelled`}</Tag>
            )}
            <span className="text-muted">{part.reward}</span>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <span className="text-muted">
          <Trans>All parts together</Trans>
        </span>
        {sums.map(({ token, amount }) => (
          <Amount key={token} amount={amount} token={token} />
        ))}
      </p>
      <Turn plan={plan} />
    </>
  )
}

function Turn({ plan: { turn, opensAt, firstFor = [] } }: { plan: Plan }) {
  if (turn === 'waiting')
    return (
      <p className="text-sm">
        <Trans>
          Nobody can take this part yet: it opens once the part before is paid, for 72 hours to its farmers
          alone.
        </Trans>
      </p>
    )
  if (turn !== 'first' || !opensAt) return null
  return (
    <p className="text-sm">
      <Trans>
        Until <When at={opensAt} /> this part is for those alone who were paid for the part before; then it is
        open to everybody.
      </Trans>{' '}
      {firstFor.slice(0, 5).map(address => (
        <span key={address} className="mr-2">
          <AddressLink address={address} />
        </span>
      ))}
    </p>
  )
}
