import type { Message } from '@furrow/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignedIn, useSession } from '../auth/session.tsx'
import { useNameOf } from '../service/address-link.tsx'
import { Failed } from '../service/failed.tsx'
import { shortenAddresses } from '../ui/address.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { When } from '../ui/time.tsx'
import { BlockedSenders } from './blocked-senders.tsx'
import { type Box, boxes, boxOf } from './boxes.ts'
import { Letter, TypeTag } from './letter.tsx'
import { useDeletions } from './use-deletions.ts'
import { useMail } from './use-mail.ts'

const route = getRouteApi('/mail')
const labels: Record<Box, string> = { inbox: 'Inbox', sent: 'Sent', broadcasts: 'Broadcasts' }

export function MailPage() {
  return (
    <Page
      title="Mail"
      actions={
        <LinkButton to="/mail/new" variant="primary">
          Write
        </LinkButton>
      }
    >
      <SignedIn reason="Sign in to read your mail.">
        <Mailbox />
      </SignedIn>
    </Page>
  )
}

function Mailbox() {
  const { address } = useSession()
  const search: { box?: string | undefined; id?: string | undefined } = route.useSearch()
  const navigate = route.useNavigate()
  const { messages, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMail()
  const { isDeleted, remove } = useDeletions()
  const box = boxes.find(name => name === search.box) ?? 'inbox'
  const shown = messages.filter(message => boxOf(message, address) === box && !isDeleted(message.id))
  const open = messages.find(({ id }) => id === search.id && !isDeleted(id))

  // Older mail is brought in quietly, so that what a link names is found.
  useEffect(() => {
    if (search.id && !open && hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [search.id, open, hasNextPage, isFetchingNextPage, fetchNextPage])

  if (isPending) return <Loading label="Loading your mail" />
  if (error) return <Failed error={error} retry={refetch} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className={open ? 'hidden md:block' : undefined}>
        <Tabs
          label="Box"
          value={box}
          tabs={boxes.map(value => ({ value, label: labels[value] }))}
          onChange={next => navigate({ search: { box: next } })}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className={open ? 'hidden md:block' : undefined}>
          {shown.length === 0 ? (
            <Empty title={box === 'sent' ? 'You have sent nothing yet.' : 'Nothing here.'} />
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] max-h-[70dvh] overflow-y-auto rounded-2xl border border-line bg-card shadow-card">
              {shown.map(message => (
                <Line key={message.id} message={message} box={box} current={message.id === open?.id} />
              ))}
              {hasNextPage && (
                <li className="grid p-3">
                  <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
                    Older mail
                  </Button>
                </li>
              )}
            </ul>
          )}
        </div>
        {open ? (
          <Letter
            key={open.id}
            message={open}
            onClose={() => navigate({ search: { box } })}
            onDelete={() => {
              remove(open.id)
              navigate({ search: { box } })
            }}
          />
        ) : (
          <div className="hidden md:block">
            <Empty title="Choose a letter to read." />
          </div>
        )}
      </div>
      <BlockedSenders />
    </div>
  )
}

function Line({ message, box, current }: { message: Message; box: Box; current: boolean }) {
  const other = box === 'sent' ? message.to : message.from
  const name = useNameOf(other)
  const unread = !message.read
  return (
    <li className="border-b border-line [content-visibility:auto] last:border-0">
      <Link
        to="/mail"
        search={{ box, id: message.id }}
        aria-current={current ? 'true' : undefined}
        className="flex gap-3 p-3.5 hover:bg-moss-soft aria-[current=true]:bg-moss-soft"
      >
        <Avatar address={other} size={34} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-center justify-between gap-2 text-sm text-muted">
            <span className="tabular-nums">{other === '*' ? 'Everyone' : name}</span>
            <When at={message.sentAt} />
          </span>
          <span className={`truncate ${unread ? 'font-bold' : ''}`}>
            {unread && <span className="mr-2 inline-block size-2.5 rounded-full bg-moss" />}
            {unread && <span className="sr-only">Unread: </span>}
            {message.subject || 'No subject'}
          </span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <TypeTag type={message.type} official={message.official} />
            <span className="truncate">{shortenAddresses(message.body.slice(0, 200))}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
