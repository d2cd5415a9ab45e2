import type { ApiKey, NewApiKey } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { useAct } from '../service/use-act.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Section } from '../ui/section.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { type KeyTerms, KeyTermsFields } from './key-terms.tsx'
import { useSession } from './session.tsx'
import { withSigner } from './with-signer.ts'

const queryKey = ['keys']

/** The keys with which programs act in the reader's name. */
export function ApiKeys() {
  const { data: keys, error, refetch } = useQuery({ queryKey, queryFn: furrow.keys.list })
  const [made, setMade] = useState<NewApiKey | null>(null)
  return (
    <Section className="grid min-w-0 gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>API keys</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          For bots and agents of yours. A key does what its scopes say, and never judges disputes, changes
          your profile or makes keys.
        </Trans>
      </p>
      {made && <Made made={made} />}
      {error && !keys && <Failed error={error} retry={refetch} />}
      {keys && keys.length > 0 && (
        <ul className="grid gap-3">
          {keys.map(key => (
            <Key key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <NewKey onMade={setMade} />
    </Section>
  )
}

/** The key is shown only this once. */
function Made({ made: { name, key } }: { made: NewApiKey }) {
  return (
    <div role="status" className="grid gap-2 rounded-xl bg-moss-soft p-4">
      <p className="font-medium">
        <Trans>
          The key “<bdi>{name}</bdi>” is made. Copy it now: it is not shown again.
        </Trans>
      </p>
      <code className="text-sm [overflow-wrap:anywhere]">{key}</code>
      <CopyButton text={key} />
    </div>
  )
}

function Key({ apiKey: { id, name, scopes, agent, expiresAt, usedAt } }: { apiKey: ApiKey }) {
  const revoke = useAct(() => furrow.keys.revoke(id), {
    done: t`The key “${name}” is revoked.`,
    invalidate: [queryKey],
  })
  return (
    <li className="grid gap-1.5 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-2">
        <strong dir="auto" className="[overflow-wrap:anywhere]">
          {name}
        </strong>
        {scopes.map(scope => (
          <Tag key={scope}>{scope}</Tag>
        ))}
        {agent && (
          <Tag>
            <Trans>agent</Trans>
          </Tag>
        )}
      </p>
      <p className="text-sm text-muted">
        {usedAt ? (
          <Trans>
            Ends <When at={expiresAt} />. Last used <When at={usedAt} />
          </Trans>
        ) : (
          <Trans>
            Ends <When at={expiresAt} />. Never used.
          </Trans>
        )}
      </p>
      <div>
        <ConfirmButton
          question={t`Whatever uses “${name}” stops working at once.`}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
        >
          <Trans>Revoke</Trans>
        </ConfirmButton>
      </div>
    </li>
  )
}

function NewKey({ onMade }: { onMade: (made: NewApiKey) => void }) {
  const session = useSession()
  const [name, setName] = useState('')
  const [terms, setTerms] = useState<KeyTerms>({ scopes: ['read'], days: 30, agent: false })
  const make = useAct(async () => {
    onMade(await withSigner(session, signer => furrow.keys.make(signer, { name: name.trim(), ...terms })))
    setName('')
    await queryClient.invalidateQueries({ queryKey })
  })
  return (
    <div>
      <FormDialog
        title={t`Make an API key`}
        description={t`Your wallet shows what the key may do, and you sign that.`}
        label={t`Make a key`}
        busy={make.isPending}
        onSubmit={() => make.mutateAsync()}
      >
        <Field label={t`Name`} hint={t`A name by which you recognise it, such as “ci bot”.`}>
          {bound => (
            <Input
              {...bound}
              required
              maxLength={64}
              pattern="[\p{L}\p{N}][\p{L}\p{N} ._@\/\-]*"
              value={name}
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
        <KeyTermsFields terms={terms} onChange={setTerms} />
      </FormDialog>
    </div>
  )
}
