import { fromUnits } from '@furrow/sdk'
import type { Blocked } from '@furrow/sdk/escrow'
import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Plan } from './read-plan.ts'
import { promptWords } from './sentences.ts'

/** The number of the wallet's questions and their reasons; unknown while there is no plan. */
export function PlanPrompts({
  plan,
  token,
  decimals,
}: {
  plan: Plan | undefined
  token: string
  decimals: number
}) {
  if (plan === undefined)
    return (
      <p role="status" className="rounded-2xl bg-moss-soft p-4 text-sm">
        <Trans>Looking at the chain…</Trans>
      </p>
    )
  const { prompts, onChain } = plan
  const { length: times } = prompts
  if (times === 0)
    return (
      <p className="rounded-2xl bg-moss-soft p-4 text-sm">
        <Trans>It is paid in already. Your wallet is asked nothing; the service looks at it.</Trans>
      </p>
    )
  return (
    <section className="grid gap-2 rounded-2xl bg-moss-soft p-4 text-sm">
      <h3 className="font-semibold">
        {plural(times, {
          1: 'Your wallet asks you once',
          2: 'Your wallet asks you twice',
          3: 'Your wallet asks you three times',
          other: 'Your wallet asks you # times',
        })}
      </h3>
      <ol className="grid list-decimal gap-1 pl-5">
        {prompts.map(prompt => (
          <li key={prompt}>{promptWords[prompt]}</li>
        ))}
      </ol>
      {onChain === null && prompts.includes('allow') && (
        <p>
          <Trans>
            It may be one more or one less: what you allowed the contract before can be read only on that
            network.
          </Trans>
        </p>
      )}
      {onChain?.blocked && (
        <p role="alert" className="font-medium text-danger">
          <BlockedBy blocked={onChain.blocked} token={token} decimals={decimals} />
        </p>
      )}
      {onChain?.isEnough === false && (
        <p role="alert" className="font-medium text-danger">
          <Trans>Your wallet does not have enough {token} on this network.</Trans>
        </p>
      )}
    </section>
  )
}

/** The contract would refuse the deposit, which is better known before the wallet asks. */
function BlockedBy({ blocked, token, decimals }: { blocked: Blocked; token: string; decimals: number }) {
  if (blocked.why === 'not-listed')
    return <Trans>The owner of the contract takes no deposits in {token}.</Trans>
  if (blocked.why === 'over-limit') {
    const most = fromUnits(blocked.most, decimals)
    return (
      <Trans>
        The owner of the contract takes at most {most} {token} for one quest.
      </Trans>
    )
  }
  return (
    <Trans>
      One address runs this contract and decides its disputes, which the giver has not accepted: only they
      can, by paying in themselves.
    </Trans>
  )
}
