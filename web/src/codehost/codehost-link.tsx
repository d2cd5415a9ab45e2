import type { Profile } from '@furrow/sdk'
import { type FormEvent, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { useConfig } from '../service/use-config.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Tag } from '../ui/tag.tsx'
import { beginLinking, forgetToken } from './oauth.ts'

const names = { github: 'GitHub', gitea: 'Gitea', gitlab: 'GitLab' }

/** The account that one's merged pull requests are known by. */
export function CodehostLink({ profile }: { profile: Profile }) {
  const { codehost } = useConfig()
  const unlink = useAct(
    async () => {
      forgetToken()
      return furrow.profile.change({ codehostUsername: null })
    },
    { done: 'The account is unlinked.', invalidate: [['profile']] },
  )
  const host = codehost ? names[codehost.kind] : 'code host'
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Your {host} account</h2>
      {profile.codehostUsername ? (
        <p className="flex flex-wrap items-center gap-2">
          <strong className="[overflow-wrap:anywhere]">{profile.codehostUsername}</strong>
          {profile.codehostVerified ? <Tag tone="moss">proved</Tag> : <Tag>claimed, not proved</Tag>}
        </p>
      ) : (
        <p className="text-sm text-muted">Link it, and your merged pull requests prove your work.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {codehost && !profile.codehostVerified && (
          <Button variant="primary" onClick={() => beginLinking(codehost)}>
            Link {host}
          </Button>
        )}
        {profile.codehostUsername && (
          <Button variant="danger" busy={unlink.isPending} onClick={() => unlink.mutate()}>
            Unlink
          </Button>
        )}
      </div>
      {!codehost && !profile.codehostUsername && <TypedName />}
    </Card>
  )
}

/** Where no code host is configured there is nobody to prove it: it stays a claim. */
function TypedName() {
  const [name, setName] = useState('')
  const claim = useAct(() => furrow.profile.change({ codehostUsername: name.trim() }), {
    done: 'The name is saved as a claim.',
    invalidate: [['profile']],
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') claim.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Username" hint="This community has no code host to prove it.">
        {bound => (
          <Input {...bound} value={name} maxLength={99} onChange={event => setName(event.target.value)} />
        )}
      </Field>
      <div>
        <Button type="submit" busy={claim.isPending}>
          Save the username
        </Button>
      </div>
    </form>
  )
}
