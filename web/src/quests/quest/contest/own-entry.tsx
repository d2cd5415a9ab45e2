import type { ContestEntry } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AttachText } from '../../../files/attach.tsx'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

type OwnEntryProps = { id: string; address: string; isSealed: boolean }

/** The own entry, to be made, changed or withdrawn while entries are taken. */
export function OwnEntry({ id, address, isSealed }: OwnEntryProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', id, 'own-entry', address],
    queryFn: () => readOwn(id, address),
  })
  if (error && data === undefined) return <Failed error={error} retry={refetch} />
  if (data === undefined) return <Loading label={t`Loading your entry`} rows={1} />
  return <EntryForm key={data?.updatedAt ?? ''} id={id} entry={data} isSealed={isSealed} />
}

/** A sealed contest shows the own one alone; in another it may be on any page. */
async function readOwn(id: string, address: string): Promise<ContestEntry | null> {
  for (let cursor: string | null = null; ; ) {
    const page = await furrow.quests.entries({ id, limit: '100', ...(cursor !== null && { cursor }) })
    const own = page.items.find(({ farmer }) => sameAddress(farmer, address))
    if (own !== undefined) return own
    if (page.cursor === null) return null
    cursor = page.cursor
  }
}

function EntryForm({ id, entry, isSealed }: { id: string; entry: ContestEntry | null; isSealed: boolean }) {
  const [text, setText] = useState(entry?.text ?? '')
  const [links, setLinks] = useState(entry?.links.join('\n') ?? '')
  const save = useQuestAct(
    () =>
      furrow.quests.enter({
        questId: id,
        text: text.trim(),
        links: links.split('\n').flatMap(link => link.trim() || []),
      }),
    entry === null ? t`You have entered the contest.` : t`Your entry is changed.`,
  )
  const withdraw = useQuestAct(() => furrow.quests.withdrawEntry(id), t`Your entry is withdrawn.`)
  return (
    <div className="grid gap-3">
      <h3 className="text-lg font-semibold">
        <Trans>Your entry</Trans>
      </h3>
      <CheckedForm className="grid gap-3" onSubmit={() => save.mutateAsync().catch(() => {})}>
        <Field
          label={t`Entry`}
          hint={
            isSealed
              ? t`Markdown. Nobody else reads it until entries are closed, and files of it by their address alone.`
              : t`Markdown. Everybody can read it at once.`
          }
        >
          {bound => (
            <AttachText
              {...bound}
              name="entry"
              rows={8}
              required
              maxLength={10_000}
              value={text}
              onText={setText}
            />
          )}
        </Field>
        <Field label={t`Links`} hint={t`Optional: one in each line, at most 10.`}>
          {bound => (
            <TextArea
              {...bound}
              name="links"
              rows={2}
              value={links}
              onChange={event => setLinks(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {entry === null ? t`Enter the contest` : t`Change your entry`}
          </Button>
          {entry !== null && (
            <ConfirmButton
              busy={withdraw.isPending}
              question={t`Nothing is left of it. You can enter again while entries are taken.`}
              onConfirm={() => withdraw.mutate()}
            >
              <Trans>Withdraw your entry</Trans>
            </ConfirmButton>
          )}
        </div>
      </CheckedForm>
    </div>
  )
}
