import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useKept } from '../../../auth/use-kept.ts'
import { Person, useNameOf } from '../../../service/address-link.tsx'
import { chainName } from '../../../service/chain-name.ts'
import { furrow } from '../../../service/furrow.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { HashField, isHash } from '../../../ui/hash-field.tsx'
import type { PayChain } from '../../paying/owed.ts'
import { useQuestAct } from '../../use-quest-act.ts'

type PaidDialogProps = { quest: Quest; farmer: Assignment; chains: readonly PayChain[] }

/** The giver's form for a transaction that paid released work, sent elsewhere. */
export function MarkAsPaid({ quest, farmer, chains }: PaidDialogProps) {
  const [hash, setHash, forget] = useKept(`paid ${quest.id} ${farmer.address}`, '')
  const [chain, setChain] = useState(String(chains[0]?.chainId))
  const { reward } = quest
  const { address } = farmer
  const who = useNameOf(address)
  const act = useQuestAct(
    () => furrow.quests.paid(quest.id, farmer.address, hash.trim(), Number(chain)),
    t`The payment was found.`,
  )
  return (
    <FormDialog
      title={<Heading address={address} />}
      description={t`The transaction that moved at least ${reward} to ${address}. It is looked up on its chain.`}
      label={t`Mark ${who} as paid`}
      busy={act.isPending}
      onSubmit={async () => {
        if (isHash(hash)) await act.mutateAsync().then(forget)
        else throw new Error('no hash')
      }}
    >
      <HashField value={hash} onChange={setHash} />
      {chains.length > 1 && (
        <Field label={t`Chain`}>
          {bound => (
            <Select {...bound} value={chain} onChange={event => setChain(event.target.value)}>
              {chains.map(({ chainId }) => (
                <option key={chainId} value={chainId}>
                  {chainName(chainId)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  )
}

function Heading({ address }: { address: string }) {
  const who = <Person address={address} />
  return <Trans>Paid {who}</Trans>
}
