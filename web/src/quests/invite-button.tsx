import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { useKept } from '../auth/use-kept.ts'
import { useNameOf } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { sameAddress } from '../ui/address.ts'
import { Field, Select, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const most = '100'

/** Invites a farmer to one of the reader's open quests; nothing for a reader without one. */
export function InviteButton({ farmer }: { farmer: string }) {
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['quests', 'giver', address?.toLowerCase(), 'open'],
    queryFn: () => furrow.quests.list({ giver: address ?? '', status: 'open', limit: most }),
    enabled: address !== null,
  })
  const quests = data?.items ?? []
  const who = useNameOf(farmer)
  const [chosen, choose] = useState('')
  const [note, setNote, forget] = useKept(`invite ${farmer}`, '')
  const questId = quests.some(({ id }) => id === chosen) ? chosen : (quests[0]?.id ?? '')
  const invite = useAct(
    () => furrow.quests.invite({ questId, address: farmer, ...(note.trim() !== '' && { note }) }),
    { done: t`The invitation is sent.`, invalidate: [['mail']] },
  )
  if (address === null || sameAddress(address, farmer) || quests.length === 0) return null
  return (
    <FormDialog
      title={t`Invite ${who} to a quest`}
      description={t`The farmer gets a letter from you, and finds the quest among their tasks.`}
      label={t`Invite`}
      busy={invite.isPending}
      onSubmit={() => invite.mutateAsync().then(forget)}
    >
      <Field label={t`Quest`}>
        {bound => (
          <Select {...bound} value={questId} onChange={event => choose(event.target.value)}>
            {quests.map(({ id, title }) => (
              <option key={id} value={id} dir="auto">
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField label={t`Note`} hint={t`Optional.`} maxLength={2_000} value={note} onText={setNote} />
    </FormDialog>
  )
}
