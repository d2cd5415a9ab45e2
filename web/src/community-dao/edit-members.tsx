import type { Member } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { EditDialog } from './edit-dialog.tsx'

type Row = { readonly id: number; readonly address: string; readonly title: string }

/** The whole list is saved: an address that is taken off it is no member any more. */
export function EditMembers({ members }: { members: readonly Member[] }) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [tried, setTried] = useState(false)
  const set = (id: number, part: Partial<Row>) =>
    setRows(rows.map(row => (row.id === id ? { ...row, ...part } : row)))
  const problems = new Map(rows.map(row => [row.id, problemOf(row, rows)]))
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }))
  const fine = [...problems.values()].every(problem => problem === undefined)
  return (
    <EditDialog
      label={t`Edit the members`}
      title={t`Members`}
      description={t`Anyone who is not on the list is no member any more.`}
      onOpen={() => {
        setTried(false)
        setRows(members.map(({ address, title }, id) => ({ id, address, title })))
      }}
      change={() => {
        setTried(true)
        if (!fine) return null
        return {
          members: rows.map(({ address, title }) => ({ address: address.trim(), title: title.trim() })),
        }
      }}
    >
      <ul className="grid gap-4">
        {numbered.map(({ number, ...row }) => (
          <li key={row.id} className="grid gap-2 border-b border-line pb-4">
            <Field label={t`Address of member ${number}`} error={tried ? problems.get(row.id) : undefined}>
              {bound => (
                <Input
                  {...bound}
                  value={row.address}
                  spellCheck="false"
                  placeholder="0x…"
                  className="text-sm"
                  onChange={event => set(row.id, { address: event.target.value })}
                />
              )}
            </Field>
            <div className="flex items-end gap-2">
              <div className="grow">
                <Field label={t`Title of member ${number}`}>
                  {bound => (
                    <Input
                      {...bound}
                      value={row.title}
                      maxLength={100}
                      onChange={event => set(row.id, { title: event.target.value })}
                    />
                  )}
                </Field>
              </div>
              <Button
                variant="danger"
                className="min-h-11"
                aria-label={t`Remove member ${number}`}
                onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
              >
                <Trans>Remove</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button
        disabled={rows.length >= 200}
        onClick={() =>
          setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, address: '', title: '' }])
        }
      >
        <Trans>Add a member</Trans>
      </Button>
    </EditDialog>
  )
}

function problemOf({ id, address }: Row, rows: readonly Row[]): string | undefined {
  const written = address.trim().toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(written)) return t`Give an address: 0x and 40 hexadecimal digits.`
  if (rows.some(row => row.id < id && row.address.trim().toLowerCase() === written))
    return t`This address is on the list already.`
  return undefined
}
