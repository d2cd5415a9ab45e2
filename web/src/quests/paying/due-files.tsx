import { fromUnits } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { Owed, PayChain } from './owed.ts'
import { unitsOf } from './units.ts'

type Props = {
  owed: readonly Owed[]
  chain: PayChain
  /** The token's own; null while its chain cannot be asked. */
  decimals: number | null
}

/** Files with which a Safe pays the works, without a key or a third party. */
export function DueFiles({ owed, chain, decimals }: Props) {
  const { chainId, address: token } = chain
  const save = async (kind: 'json' | 'csv', known: number) => {
    const { safeAirdrop, safeBatch } = await import('@furrow/sdk/safe')
    const payments = owed.map(({ farmer, amount }) => {
      const units = unitsOf(amount, known)
      return { token, payee: farmer, units, amount: fromUnits(units, known) }
    })
    const options = { chainId, name: t`Pay what is due`, createdAt: Date.now() }
    const text =
      kind === 'csv' ? safeAirdrop(payments) : `${JSON.stringify(safeBatch(payments, options), null, 2)}\n`
    const type = kind === 'csv' ? 'text/csv' : 'application/json'
    saveFile(new Blob([text], { type }), `due-${chainId}.${kind}`)
  }
  if (decimals === null)
    return (
      <p className="text-sm text-muted">
        <Trans>
          The service cannot ask the chain now how finely the token is divided, so it makes no files.
        </Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        <Trans>
          A Safe pays them all in one transaction: load the JSON in its Transaction Builder, or the CSV in its
          airdrop app. Then show the transaction below.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={owed.length === 0} onClick={() => save('json', decimals)}>
          <Trans>Download for Safe (JSON)</Trans>
        </Button>
        <Button disabled={owed.length === 0} onClick={() => save('csv', decimals)}>
          <Trans>Download for Safe’s airdrop (CSV)</Trans>
        </Button>
      </div>
    </div>
  )
}
