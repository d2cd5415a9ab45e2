import type { DuePayout } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProposalForm } from '../../community-dao/proposal-form.tsx'
import { furrow } from '../../service/furrow.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** As many works as one proposal takes. */
const most = 100

type Props = { works: readonly DuePayout[]; chainId: number }

/** A proposal that the community's treasury pays the chosen works; nothing where it has none on this chain. */
export function AskTreasury({ works, chainId }: Props) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['community-dao', 'treasury'],
    queryFn: async () => (await furrow.communityDao.page({ limit: '1' })).items.treasury.onChain,
  })
  if (!data || data.chainId !== chainId) return null
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        <Trans>The community’s treasury may pay in your stead, if the members accept it.</Trans>
      </p>
      <Button
        className="justify-self-start"
        disabled={works.length === 0 || works.length > most}
        onClick={() => setOpen(true)}
      >
        <Trans>Propose that the treasury pays</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Propose that the treasury pays`}
        description={t`The members vote on it: everyone sees the works, the farmers and the amounts.`}
      >
        <ProposalForm
          pays={works.map(({ questId, payee }) => ({ questId, farmer: payee }))}
          onDone={() => setOpen(false)}
        />
      </Dialog>
    </div>
  )
}
