import type { Member } from '@furrow/sdk'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { EditDialog } from './edit-dialog.tsx'

type Row = { readonly id: number; readonly address: string; readonly title: string }

/** The whole list is saved: who is taken off it is no member any more. */
export function EditMembers({ members }: { members: readonly Member[] }) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [tried, setTried] = useState(false)
  const set = (id: number, part: Partial<Row>) =>
    setRows(rows.map(row => (row.id === id ? { ...row, ...part } : row)))
  const problems = new Map(rows.map(row => [row.id, problemOf(row, rows)]))
  const fine = [...problems.values()].every(problem => problem === undefined)
  return (
    <EditDialog
      label="Edit the members"
      title="Members"
      description="Who is not on the list is no member any more."
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
        {rows.map((row, index) => (
          <li key={row.id} className="grid gap-2 border-b border-line pb-4">
            <Field label={`Address of member ${index + 1}`} error={tried ? problems.get(row.id) : undefined}>
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
                <Field label={`Title of member ${index + 1}`}>
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
                aria-label={`Remove member ${index + 1}`}
                onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
              >
                Remove
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
        Add a member
      </Button>
    </EditDialog>
  )
}

function problemOf({ id, address }: Row, rows: readonly Row[]): string | undefined {
  const written = address.trim().toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(written)) return 'Give an address: 0x and 40 hexadecimal digits.'
  if (rows.some(row => row.id < id && row.address.trim().toLowerCase() === written))
    return 'This address is on the list already.'
  return undefined
}
