import { fromUnits, type Quest } from '@furrow/sdk'
import type { AppealableCourt, AppealOfSide, CourtSide } from '@furrow/sdk/escrow'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../auth/session.tsx'
import { factsOf } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { When } from '../../ui/time.tsx'
import { appealOrder, bringOrder } from './court.ts'
import type { Order } from './escrow-call.ts'
import { Progress } from './progress.tsx'
import { useWalletRun } from './use-wallet-run.ts'

type Props = { quest: Quest; farmer: string; court: AppealableCourt; onPaid: () => Promise<unknown> }

/** Where a dispute stands with a court whose rulings are appealed, and what the wallet of the session can pay there. */
export function CourtWithAppeals(props: Props) {
  const { court, farmer, quest } = props
  const { address } = useSession()
  const isGiver = sameAddress(address, quest.giver)
  const mine: CourtSide | null = sameAddress(address, farmer) ? 'farmer' : isGiver ? 'giver' : null
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <h4 className="font-semibold">
        <Trans>The court</Trans>
      </h4>
      {(court.stage === 'none' || court.stage === 'paying') && <Fees {...props} mine={mine} />}
      {court.stage === 'asked' && <Ruling {...props} mine={mine} />}
      {court.stage === 'closed' && (
        <p>
          <Trans>
            The court has ruled for good. Money of the side that won waits with it:{' '}
            <a className="underline" href="/exit/">
              take it back there
            </a>
            .
          </Trans>
        </p>
      )}
    </section>
  )
}

type SideProps = Props & { mine: CourtSide | null }

/** Each side pays the court, and who alone does wins. */
function Fees({ mine, ...props }: SideProps) {
  const { court, quest } = props
  const { fee, hasPaid } = court
  const { coin } = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const amount = fromUnits(fee, 18)
  const until = momentAt(court.endsAt)
  return (
    <>
      <p>
        <Trans>
          A court decides this dispute. Each side pays it <Amount amount={amount} token={coin} />, and the
          side that wins gets it back.
        </Trans>
      </p>
      {(hasPaid.farmer || hasPaid.giver) && (
        <p>
          {hasPaid.farmer ? (
            <Trans>
              The farmer has paid. Unless the giver pays until <When at={until} exact />, the farmer wins.
            </Trans>
          ) : (
            <Trans>
              The giver has paid. Unless the farmer pays until <When at={until} exact />, the giver wins.
            </Trans>
          )}
        </p>
      )}
      {mine !== null && !hasPaid[mine] && (
        <PayButton
          {...props}
          what="bring"
          order={bringOrder(court, quest, props.farmer)}
          question={t`Pay the court ${amount} ${coin} for your side? You get it back if you win.`}
        >
          <Trans>Pay the court for your side</Trans>
        </PayButton>
      )}
    </>
  )
}

/** The ruling as things stand, and whether it can be appealed. */
function Ruling(props: SideProps) {
  const { court, mine } = props
  const { appeal, rounds: round } = court
  if (appeal === null)
    return (
      <p>
        <Trans>The dispute is before the court, in round {round}.</Trans>
      </p>
    )
  const { favours, sides } = appeal
  const ruling = {
    farmer: t`Round ${round}: as things stand, the court rules for the farmer.`,
    giver: t`Round ${round}: as things stand, the court rules for the giver.`,
    neither: t`Round ${round}: as things stand, the court gives each a half.`,
  }[favours ?? 'neither']
  return (
    <>
      <p>{ruling}</p>
      {mine === null || (mine === favours && !sides[otherOf(mine)].isPaid) ? (
        <Others first={sides[favours === null ? 'farmer' : otherOf(favours)]} />
      ) : (
        <OwnAppeal {...props} mine={mine} own={sides[mine]} isAnswer={sides[otherOf(mine)].isPaid} />
      )}
    </>
  )
}

const otherOf = (side: CourtSide): CourtSide => (side === 'farmer' ? 'giver' : 'farmer')

/** For those whose turn it is not: the side that loses appeals first. */
function Others({ first }: { first: AppealOfSide }) {
  const until = momentAt(first.until)
  if (!first.isPaid && first.missing === 0n)
    return (
      <p>
        <Trans>Nobody has appealed in time.</Trans>
      </p>
    )
  return (
    <p>
      <Trans>
        It can be appealed until <When at={until} exact />.
      </Trans>
    </p>
  )
}

type OwnProps = Props & { mine: CourtSide; own: AppealOfSide; isAnswer: boolean }

/** A side appeals, or answers the other one's appeal, or loses. */
function OwnAppeal({ mine, own, isAnswer, ...props }: OwnProps) {
  const { court, quest } = props
  const { coin } = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const amount = fromUnits(own.missing, 18)
  const until = momentAt(own.until)
  if (own.isPaid)
    return (
      <p>
        <Trans>Your side has paid for the appeal. Where the other side does not, yours wins.</Trans>
      </p>
    )
  if (own.missing === 0n)
    return (
      <p>
        <Trans>The time in which you could appeal is over.</Trans>
      </p>
    )
  return (
    <>
      <p>
        {isAnswer ? (
          <Trans>
            The other side has paid for an appeal. Unless you pay <Amount amount={amount} token={coin} />{' '}
            until <When at={until} exact />, it wins.
          </Trans>
        ) : (
          <Trans>
            You can appeal until <When at={until} exact />, for <Amount amount={amount} token={coin} />. If
            your side wins, you get it back.
          </Trans>
        )}
      </p>
      <PayButton
        {...props}
        what={`appeal ${court.rounds}`}
        order={appealOrder(court, mine, own.missing)}
        question={t`Pay ${amount} ${coin} for the appeal of your side? If it loses, nobody gives it back.`}
      >
        <Trans>Pay for your appeal</Trans>
      </PayButton>
    </>
  )
}

/** `seconds` as a chain counts them. */
const momentAt = (seconds: number) => new Date(seconds * 1_000).toISOString()

type PayProps = Props & { what: string; order: Order; question: string; children: ReactNode }

function PayButton({ children, farmer, onPaid, order, quest, question, what }: PayProps) {
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const isKnown = async () => {
    await onPaid()
    return true
  }
  const run = useWalletRun(quest, { what: `${what} ${farmer}`, isKnown })
  const pay = () =>
    run.run(async ({ node, from, keep, forget, follow, tell }) => {
      const [{ askWallet }, { changeNetwork }] = await Promise.all([
        import('./ask-wallet.ts'),
        import('./network.ts'),
      ])
      await changeNetwork(node, chain)
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget }
      return follow(await askWallet('decision', order, wallet))
    })
  return (
    <div className="grid gap-2">
      <ConfirmButton busy={run.isBusy} question={question} onConfirm={pay}>
        {children}
      </ConfirmButton>
      <Progress run={run} />
    </div>
  )
}
