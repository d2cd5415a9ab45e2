import type { CommunityDao } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { MessageLink } from '../auth/message-link.tsx'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { EditDialog } from './edit-dialog.tsx'

type CreatorProps = { creator: CommunityDao['genesisCreator']; edits: boolean }

export function Creator({ creator: { address, name }, edits }: CreatorProps) {
  return (
    <Section className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Genesis Creator</Trans>
        </h2>
        {edits && <EditName name={name} />}
      </div>
      {address === null ? (
        <p className="text-muted">
          <Trans>This community has none.</Trans>
        </p>
      ) : (
        <span className="flex items-center gap-3">
          <Face address={address} size={44} />
          <span className="grid min-w-0 [overflow-wrap:anywhere]">
            {name && (
              <span dir="auto" className="font-semibold">
                {name}
              </span>
            )}
            <AddressLink address={address} pictured />
          </span>
          <MessageLink address={address} className="ml-auto" />
        </span>
      )}
    </Section>
  )
}

function EditName({ name }: { name: string }) {
  const [typed, setTyped] = useState(name)
  return (
    <EditDialog
      label={t`Edit the name`}
      title={t`Your name here`}
      onOpen={() => setTyped(name)}
      change={() => ({ genesisCreator: { name: typed.trim() } })}
    >
      <Field label={t`Name`}>
        {bound => (
          <Input {...bound} value={typed} maxLength={200} onChange={event => setTyped(event.target.value)} />
        )}
      </Field>
    </EditDialog>
  )
}
