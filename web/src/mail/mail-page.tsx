import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { More, useFurtherPages } from '../service/more.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BlockedSenders } from './blocked-senders.tsx'
import { type Box, boxes, boxOf } from './boxes.ts'
import { groupsOf, hasWords } from './groups.ts'
import { Letter } from './letter.tsx'
import { LetterList } from './letter-list.tsx'
import { SearchField } from './search-field.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDeletions } from './use-deletions.ts'
import { useMail } from './use-mail.ts'
import { useSought } from './use-search.ts'
import { useSelection } from './use-selection.ts'

const route = getRouteApi('/mail')
const labels: Record<Box, string> = {
  inbox: t`Inbox`,
  sent: t({ message: 'Sent', context: 'mail' }),
  broadcasts: t`Broadcasts`,
}

export function MailPage() {
  return (
    <Page
      title={t`Mail`}
      actions={
        <LinkButton to="/mail/new" variant="primary">
          <Trans>Write</Trans>
        </LinkButton>
      }
    >
      <SignedIn reason={t`Sign in to read your mail.`}>
        <Mailbox />
      </SignedIn>
    </Page>
  )
}

function Mailbox() {
  const { address } = useSession()
  const search: { box?: string | undefined; id?: string | undefined; q?: string | undefined } =
    route.useSearch()
  const navigate = route.useNavigate()
  const { q } = search
  const sought = useSought(q ?? '')
  const mail = useMail(sought.only)
  const { messages, data, error, refetch, hasNextPage } = mail
  const { isDeleted, remove } = useDeletions()
  const box = boxes.find(name => name === search.box) ?? 'inbox'
  const here = messages.filter(message => boxOf(message, address) === box && !isDeleted(message.id))
  const groups = groupsOf(here.filter(message => hasWords(message, sought.words)))
  const shown = groups.flatMap(({ letters }) => letters)
  const selection = useSelection(shown.map(({ id }) => id))
  const open = messages.find(({ id }) => id === search.id && !isDeleted(id))

  // A linked letter is found among older mail, too.
  useFurtherPages(mail, search.id !== undefined && !open)

  const removeAll = (ids: readonly string[]) => {
    remove(ids)
    if (search.id && ids.includes(search.id)) navigate({ search: { box, q } })
  }
  if (error && !data) return <Failed error={error} retry={refetch} />
  return (
    <div className="grid gap-4">
      <div
        className={`grid gap-3 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] md:items-start ${open ? 'max-md:hidden' : ''}`}
      >
        <SearchField
          value={q ?? ''}
          onChange={text => navigate({ search: { box, q: text || undefined }, replace: true })}
          sought={sought}
          loaded={here.length}
          mail={mail}
        />
        <Tabs
          label={t({ message: 'Box', context: 'mail' })}
          value={box}
          tabs={boxes.map(value => ({ value, label: labels[value] }))}
          onChange={next => navigate({ search: { box: next, q } })}
        />
      </div>
      {!data ? (
        <Loading label={t`Loading your mail`} />
      ) : (
        <div
          className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${open ? 'md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]' : ''}`}
        >
          <div className={open ? 'hidden md:block' : undefined}>
            {shown.length === 0 ? (
              <Empty title={nothing(box, sought.kind !== 'all')} />
            ) : (
              <>
                <SelectionBar letters={shown} selection={selection} onDelete={removeAll} />
                <LetterList groups={groups} box={box} q={q} openId={open?.id} selection={selection}>
                  {hasNextPage && (
                    <li className="grid p-3">
                      <More list={mail}>
                        <Trans>Older mail</Trans>
                      </More>
                    </li>
                  )}
                </LetterList>
              </>
            )}
          </div>
          {open && (
            <Letter
              key={open.id}
              message={open}
              onClose={() => navigate({ search: { box, q } })}
              onDelete={() => removeAll([open.id])}
            />
          )}
        </div>
      )}
      <BlockedSenders />
    </div>
  )
}

function nothing(box: Box, isSought: boolean): string {
  if (isSought) return t`No letter here fits.`
  return box === 'sent' ? t`You have sent nothing yet.` : t`Nothing here.`
}
