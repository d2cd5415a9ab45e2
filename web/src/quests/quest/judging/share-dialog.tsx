import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { percentOf } from '../../../ui/percent.ts'
import { useQuestAct } from '../../use-quest-act.ts'
import { readPercent, writePercent } from './percent.ts'
import { PercentField } from './percent-field.tsx'

type OfPlace = { quest: Quest; farmer: Assignment }
type Row = { readonly key: number; readonly address: string; readonly percent: string }

/** Others beside the farmer. */
const mostOthers = 9

/** The others with their shares; the farmer has the rest. */
export function ShareDialog({ quest, farmer }: OfPlace) {
  const [rows, setRows] = useState(() => rowsOf(farmer))
  const rest = restOf(rows)
  const act = useQuestAct(
    () => furrow.quests.share(quest.id, sharesOf(farmer, rows, rest ?? 0)),
    t`You shared the place; those named were told.`,
  )
  const change = (key: number, changed: Partial<Row>) =>
    setRows(rows.map(row => (row.key === key ? { ...row, ...changed } : row)))
  return (
    <FormDialog
      title={t`Share this place`}
      description={t`Name those who do the work with you before you hand it in. The shares hold once everybody has agreed, and do not change after the hand-in.`}
      label={t`Share this place`}
      busy={act.isPending}
      onSubmit={() => (rest === null ? Promise.reject(new Error('no shares')) : act.mutateAsync())}
    >
      {rows.map(({ key, address, percent }) => (
        <div key={key} className="grid gap-2">
          <Field label={t`Address of a member`}>
            {bound => (
              <Input
                {...bound}
                value={address}
                required
                pattern="0x[0-9a-fA-F]{40}"
                onChange={event => change(key, { address: event.target.value.trim() })}
              />
            )}
          </Field>
          <PercentField
            label={t`Their share, in percent`}
            value={percent}
            onChange={percent => change(key, { percent })}
            error={
              readPercent(percent) ? undefined : t`Give a number between 0 and 100 with at most two decimals.`
            }
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {rows.length < mostOthers && (
          <Button
            onClick={() =>
              setRows([
                ...rows,
                { key: Math.max(...rows.map(({ key }) => key)) + 1, address: '', percent: '' },
              ])
            }
          >
            <Trans>One more member</Trans>
          </Button>
        )}
        {rows.length > 1 && (
          <Button onClick={() => setRows(rows.slice(0, -1))}>
            <Trans>One member less</Trans>
          </Button>
        )}
      </div>
      <p aria-live="polite">
        {rest === null ? (
          <Trans>The shares of the others are less than 100 percent in sum: the rest is yours.</Trans>
        ) : (
          <Trans>You have the rest: {percentOf(rest / 10_000, 2)}.</Trans>
        )}
      </p>
    </FormDialog>
  )
}

function rowsOf({ address: own, shared }: Assignment): readonly Row[] {
  const others = (shared?.members ?? []).filter(({ address }) => !sameAddress(address, own))
  if (others.length === 0) return [{ key: 0, address: '', percent: '50' }]
  return others.map(({ address, share }, key) => ({
    key,
    address,
    percent: writePercent(share),
  }))
}

/** In ten-thousandths; null where the shares of the others are none, or leave the farmer nothing. */
function restOf(rows: readonly Row[]): number | null {
  const shares = rows.map(({ percent }) => readPercent(percent))
  if (!shares.every(share => share !== null && share > 0)) return null
  const rest = shares.reduce<number>((rest, share) => rest - (share ?? 0), 10_000)
  return rest > 0 ? rest : null
}

function sharesOf({ address }: Assignment, rows: readonly Row[], rest: number) {
  const others = rows.map(({ address, percent }) => ({
    address,
    share: (readPercent(percent) ?? 0) / 10_000,
  }))
  return [{ address, share: rest / 10_000 }, ...others]
}
