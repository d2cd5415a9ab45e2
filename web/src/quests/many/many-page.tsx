import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SignedIn } from '../../auth/session.tsx'
import { askAsOwner } from '../../codehost/own-token.ts'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Issues } from './issues.tsx'

const route = getRouteApi('/quests/import')

/** Quests of all open issues with a label, in one table. */
export function ManyPage() {
  const { codehost } = useConfig()
  return (
    <Page
      title={t`Import issues`}
      lead={t`Look over the open issues with a label, and post a quest of each.`}
    >
      {codehost ? (
        <SignedIn reason={t`Sign in to post a quest.`}>
          <Find />
        </SignedIn>
      ) : (
        <Empty title={t`This community has no code host, so there are no issues to import.`}>
          <LinkButton to="/quests/new">
            <Trans>Post a quest</Trans>
          </LinkButton>
        </Empty>
      )}
    </Page>
  )
}

function Find() {
  const { repo = '', label = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState({ repo, label })
  const isComplete = typed.repo.trim() !== '' && typed.label.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete) navigate({ search: { repo: typed.repo.trim(), label: typed.label.trim() } })
  }

  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <Field label={t`Repository`}>
            {bound => (
              <Input
                {...bound}
                name="repo"
                placeholder={t`owner/name`}
                value={typed.repo}
                onChange={event => setTyped({ ...typed, repo: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="min-w-0 flex-1 basis-40">
          <Field label={t`Label`}>
            {bound => (
              <Input
                {...bound}
                name="label"
                placeholder="help wanted"
                value={typed.label}
                onChange={event => setTyped({ ...typed, label: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Button type="submit" disabled={!isComplete}>
          <Trans>Show the issues</Trans>
        </Button>
      </form>
      {repo !== '' && label !== '' && <Found key={`${repo} ${label}`} repo={repo} label={label} />}
    </>
  )
}

/** Each look counts as an import, so the list is asked for once. */
function Found({ repo, label }: { repo: string; label: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['import', repo, label],
    queryFn: () => askAsOwner(own => furrow.quests.importLabel(repo, label, own)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Looking at the issues`} />
  if (data.issues.length === 0) return <Empty title={t`No open issue has this label.`} />
  const look = async () => (await refetch({ throwOnError: true })).data?.issues ?? []
  return <Issues name={`import ${repo.toLowerCase()} ${label.toLowerCase()}`} found={data} look={look} />
}
