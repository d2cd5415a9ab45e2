import type { TrustList } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SignedIn, useSession } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'

/** The accounts for which a giver vouches, and those that they want nothing from. */
export function TrustPage() {
  const { codehost } = useConfig()
  return (
    <Page
      title={t`Your trust list`}
      lead={t`Whom you vouch for at the code host, and from whom you take no work. Nobody else sees it.`}
    >
      <SignedIn reason={t`Sign in to write your trust list.`}>
        {codehost ? <Loaded /> : <NoCodeHost />}
      </SignedIn>
    </Page>
  )
}

/** The list is of accounts there: without one it would mean nothing. */
function NoCodeHost() {
  return (
    <Empty title={t`No code host is set up here.`}>
      <p className="mb-4">
        <Trans>
          The list names accounts at a code host, such as GitHub, so it begins once whoever runs this
          community connects one. Until then you choose your farmers from those who apply.
        </Trans>
      </p>
      <LinkButton to="/farmers">
        <Trans>Find farmers</Trans>
      </LinkButton>
    </Empty>
  )
}

function Loaded() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['trust', address],
    queryFn: () => furrow.quests.trust.get(),
    // A typed text is not written over.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading your trust list`} />
  return <Edit key={data.version} list={data} />
}

const most = { lines: 2_000, bytes: 65_536 }

function Edit({ list }: { list: TrustList }) {
  const [text, setText] = useState(list.text)
  const isTooLong =
    text.trimEnd().split('\n').length > most.lines || new TextEncoder().encode(text).length > most.bytes
  const save = useAct(() => furrow.quests.trust.save({ text, version: list.version }), {
    done: t`Your trust list is saved.`,
    invalidate: [['trust']],
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isTooLong) save.mutate()
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <Card>
        <form onSubmit={submit} className="grid gap-5">
          <Field
            label={t`Accounts`}
            hint={t`One on each line, in Trustdown.`}
            error={isTooLong ? t`At most 2,000 lines and 64 KiB.` : undefined}
          >
            {bound => (
              <TextArea
                {...bound}
                name="trust"
                rows={16}
                dir="ltr"
                spellCheck={false}
                className="font-mono"
                placeholder={'alice\n-bob sent the same patch twice'}
                value={text}
                onChange={event => setText(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={isTooLong}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </form>
      </Card>
      <div className="grid gap-6">
        {list.version > 0 && <Said list={list} />}
        <Section>
          <h2 className="text-lg font-semibold">
            <Trans>How it is read</Trans>
          </h2>
          <ul className="mt-3 grid list-disc gap-2 ps-5 text-sm">
            <li>
              <Trans>
                <code>alice</code> vouches for an account. Quests that ask for vouched accounts are for these
                alone.
              </Trans>
            </li>
            <li>
              <Trans>
                <code>-bob a reason</code> denounces one: it gets no place in any quest of yours. The reason
                is for you alone.
              </Trans>
            </li>
            <li>
              <Trans>
                <code># a comment</code> is for you. The first line about somebody counts.
              </Trans>
            </li>
            <li>
              <Trans>
                Once an account is proved here, its line is about that account, even where it is renamed and
                somebody else takes the name.
              </Trans>
            </li>
          </ul>
        </Section>
      </div>
    </div>
  )
}

/** The saved list as the service reads it. */
function Said({ list }: { list: TrustList }) {
  const { vouched, denounced, known, elsewhere, unread } = list
  const numbers = unread.join(', ')
  return (
    <Section>
      <h2 className="text-lg font-semibold">
        <Trans>As it is saved</Trans>
      </h2>
      <ul className="mt-3 grid gap-2 text-sm" aria-live="polite">
        <li>{plural(vouched, { one: '# account vouched for', other: '# accounts vouched for' })}</li>
        <li>{plural(denounced, { one: '# account denounced', other: '# accounts denounced' })}</li>
        <li>{plural(known, { one: '# of them is proved here', other: '# of them are proved here' })}</li>
        {elsewhere > 0 && (
          <li>
            {plural(elsewhere, {
              one: '# line is about an account elsewhere',
              other: '# lines are about accounts elsewhere',
            })}
          </li>
        )}
        {unread.length > 0 && (
          <li className="text-danger">
            <Trans>These lines name nobody: {numbers}</Trans>
          </li>
        )}
      </ul>
    </Section>
  )
}
