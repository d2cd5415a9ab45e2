import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress, shortAddress } from '../../../ui/address.ts'
import { Card } from '../../../ui/card.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** The giver's form for the transactions that paid released work. */
export function MarkAsPaid({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const { payments = [] } = useConfig()
  const { rewardToken } = quest
  const token = rewardToken.toUpperCase()
  const chains = payments.filter(({ tokens }) => tokens.includes(token))
  const unpaid = quest.farmers.filter(
    ({ payment }) => payment?.status === 'recorded' || payment?.status === 'confirming',
  )
  // Money that waits in the contract is not to be paid once more.
  if (quest.funding.rail === 'chain') return null
  if (!sameAddress(address, quest.giver) || unpaid.length === 0 || quest.rewardAmount === 0) return null
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Payments</Trans>
      </h2>
      <p className="text-sm text-muted">
        {chains.length === 0
          ? t`Released work is booked here, and you pay it with your own wallet. This service knows no address of ${rewardToken} on any chain, so payments in it cannot be shown.`
          : t`Pay released work with your own wallet, and show the transaction: the work is then shown as paid, and counts for points.`}
      </p>
      {chains.length > 0 &&
        unpaid.map(farmer => (
          <PaidDialog
            key={farmer.address}
            quest={quest}
            farmer={farmer}
            chains={chains.map(({ chainId }) => chainId)}
          />
        ))}
    </Card>
  )
}

type PaidDialogProps = { quest: Quest; farmer: Assignment; chains: readonly number[] }

function PaidDialog({ quest, farmer, chains }: PaidDialogProps) {
  const [hash, setHash, forget] = useKept(`paid ${quest.id} ${farmer.address}`, '')
  const [chain, setChain] = useState(String(chains[0]))
  const { reward } = quest
  const { address } = farmer
  const who = shortAddress(address)
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(hash.trim())
  const act = useQuestAct(
    () => furrow.quests.paid(quest.id, farmer.address, hash.trim(), Number(chain)),
    t`The payment was found.`,
  )
  return (
    <FormDialog
      title={t`Paid ${who}`}
      description={t`The transaction that moved at least ${reward} to ${address}. It is looked up on its chain.`}
      label={t`Mark ${who} as paid`}
      busy={act.isPending}
      onSubmit={async () => {
        if (isHash) await act.mutateAsync().then(forget)
        else throw new Error('no hash')
      }}
    >
      <Field
        label={t`Transaction hash`}
        error={hash !== '' && !isHash ? t`A hash is 0x and 64 hex digits.` : undefined}
      >
        {bound => (
          <Input
            {...bound}
            value={hash}
            required
            autoComplete="off"
            spellCheck="false"
            placeholder="0x…"
            onChange={event => setHash(event.target.value)}
          />
        )}
      </Field>
      {chains.length > 1 && (
        <Field label={t`Chain`}>
          {bound => (
            <Select {...bound} value={chain} onChange={event => setChain(event.target.value)}>
              {chains.map(id => (
                <option key={id}>{id}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  )
}
