import type { Contest, ContestEntry } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '../../../auth/session.tsx'
import { HiddenNotice } from '../../../moderation/notices.tsx'
import { ReportButton } from '../../../moderation/report-button.tsx'
import { ReportableText } from '../../../moderation/reportable-text.tsx'
import { AddressLink } from '../../../service/address-link.tsx'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { More } from '../../../service/more.tsx'
import { sameAddress } from '../../../ui/address.ts'
import { Loading } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { When } from '../../../ui/time.tsx'

/** The entries that this reader may see, a page at a time. */
export function useEntries(id: string) {
  const { address } = useSession()
  return useInfiniteQuery({
    queryKey: ['quests', id, 'entries', address],
    queryFn: ({ pageParam }) =>
      furrow.quests.entries({ id, limit: '100', ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
}

export function Entries({ id, contest }: { id: string; contest: Contest }) {
  const list = useEntries(id)
  const { data, error, refetch } = list
  if (contest.entries === 0 || (contest.sealed && contest.stage === 'entries')) return null
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="grid gap-3">
      <h3 className="text-lg font-semibold">
        <Trans>Entries</Trans>
      </h3>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading label={t`Loading the entries`} rows={2} />}
      <ul className="grid divide-y divide-line">
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <More list={list}>
        <Trans>Show more</Trans>
      </More>
    </div>
  )
}

function Entry({ entry }: { entry: ContestEntry }) {
  const { address } = useSession()
  const { farmer, hidden, id, links, outcome, prize, text, updatedAt, votes } = entry
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <AddressLink address={farmer} />
        <span className="text-muted">
          <When at={updatedAt} />
        </span>
        {prize !== null && (
          <Tag>
            <Trans>Prize {prize}</Trans>
          </Tag>
        )}
        {votes !== undefined && (
          <span>
            <Plural value={votes} _0="No votes" one="# vote" other="# votes" />
          </span>
        )}
        {prize === null && outcome === 'won' && (
          <Tag>
            <Trans>Paid</Trans>
          </Tag>
        )}
      </div>
      {hidden && (
        <HiddenNotice hidden={hidden} isOwn={sameAddress(address, farmer)}>
          {t`It cannot win, and is not paid.`}
        </HiddenNotice>
      )}
      {text !== '' && <ReportableText text={text} author={farmer} />}
      {links.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {links.map(link => (
            <li key={link} className="min-w-0 [overflow-wrap:anywhere]">
              <a href={link} rel="nofollow noreferrer ugc" target="_blank" className="underline">
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="justify-self-end text-muted">
        <ReportButton kind="entry" id={id} owner={farmer} />
      </div>
    </li>
  )
}
