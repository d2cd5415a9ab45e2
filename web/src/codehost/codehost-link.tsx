import type { Profile } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { useConfig } from '../service/use-config.ts'
import { Button } from '../ui/button.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Tag } from '../ui/tag.tsx'
import { beginLinking, forgetToken } from './oauth.ts'

const names = { github: 'GitHub', gitea: 'Gitea', gitlab: 'GitLab' }

/** The account by which one's merged pull requests are recognised. */
export function CodehostLink({ profile }: { profile: Profile }) {
  const { codehost } = useConfig()
  const unlink = useAct(
    async () => {
      forgetToken()
      return furrow.profile.change({ codehostUsername: null })
    },
    { done: t`The account is unlinked.`, invalidate: [['profile']] },
  )
  const host = codehost ? names[codehost.kind] : null
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        {host === null ? <Trans>Your code host account</Trans> : <Trans>Your {host} account</Trans>}
      </h2>
      {profile.codehostUsername ? (
        <p className="flex flex-wrap items-center gap-2">
          <strong dir="auto" className="[overflow-wrap:anywhere]">
            {profile.codehostUsername}
          </strong>
          {profile.codehostVerified ? (
            <Tag tone="moss">
              <Trans>proved</Trans>
            </Tag>
          ) : (
            <Tag>
              <Trans>claimed, not proved</Trans>
            </Tag>
          )}
        </p>
      ) : (
        <p className="text-sm text-muted">
          <Trans>Link it, and your merged pull requests prove your work.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {codehost && !profile.codehostVerified && (
          <Button variant="primary" onClick={() => beginLinking(codehost)}>
            <Trans>Link {host}</Trans>
          </Button>
        )}
        {profile.codehostUsername && (
          <Button variant="danger" busy={unlink.isPending} onClick={() => unlink.mutate()}>
            <Trans>Unlink</Trans>
          </Button>
        )}
      </div>
      {!codehost && !profile.codehostUsername && <TypedName />}
    </Section>
  )
}

/** Without a configured code host nothing can prove the name: it stays a claim. */
function TypedName() {
  const [name, setName] = useState('')
  const claim = useAct(() => furrow.profile.change({ codehostUsername: name.trim() }), {
    done: t`The name is saved as a claim.`,
    invalidate: [['profile']],
  })
  function submit() {
    if (name.trim() !== '') claim.mutate()
  }
  return (
    <CheckedForm onSubmit={submit} className="grid gap-3">
      <Field label={t`Username`} hint={t`This community has no code host to prove it.`}>
        {bound => (
          <Input {...bound} value={name} maxLength={99} onChange={event => setName(event.target.value)} />
        )}
      </Field>
      <div>
        <Button type="submit" busy={claim.isPending}>
          <Trans>Save the username</Trans>
        </Button>
      </div>
    </CheckedForm>
  )
}
