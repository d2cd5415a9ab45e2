import type { Profile, ProfileCard } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSession } from '../auth/session.tsx'
import { locale } from '../language/i18n.ts'
import { useCard } from '../service/cards.ts'
import { FaceWith } from '../service/face.tsx'
import { furrow } from '../service/furrow.ts'
import { Name } from '../service/name.tsx'
import { shownName } from '../service/shown-name.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { LinkButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Rating } from '../ui/rating.tsx'
import { Tag } from '../ui/tag.tsx'
import { usePointedPerson } from './pointed-person.ts'

const gap = 6
const edge = 8
/** Below the name, unless there is no room for a whole card. */
const room = 300

/** The card of the person whose name the reader points at; it lies over the page and moves nothing. */
export function PersonCard({ first }: { first: Event }) {
  const link = usePointedPerson(first)
  const address = link?.dataset.person
  return link && address && <Shown key={address} link={link} address={address} />
}

function Shown({ link, address }: { link: HTMLElement; address: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) place(box.current, link.getBoundingClientRect())
  }, [link])
  const card = useCard(address)
  const shown = shownName(card)
  const short = shortAddress(address)
  const name = shown?.name ?? short
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={t`About ${name}`}
      data-person-card=""
      className="fixed z-50 grid w-80 max-w-[calc(100vw-1rem)] gap-4 rounded-2xl border border-line bg-card p-4 text-left text-sm font-normal whitespace-normal text-ink shadow-card print:hidden"
    >
      <div className="flex items-center gap-3">
        <FaceWith picture={card?.picture} address={address} size={48} />
        <div className="grid min-w-0">
          {shown && (
            <strong className="truncate text-base font-semibold">
              <Name {...shown} />
            </strong>
          )}
          <span className="text-muted tabular-nums">{short}</span>
        </div>
      </div>
      <Accounts card={card} />
      <Figures address={address} />
      <Actions address={address} />
    </div>
  )
}

function place({ style }: HTMLElement, { left, top, bottom }: DOMRect): void {
  const width = Math.min(320, innerWidth - 2 * edge)
  style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
  if (innerHeight - bottom >= room || bottom + room < top) style.top = `${bottom + gap}px`
  else style.bottom = `${innerHeight - top + gap}px`
}

/** The accounts that are proved; a claim proves nothing and is marked where it stands. */
function Accounts({ card }: { card: ProfileCard | undefined }) {
  const { name, nameVerified, codehostUsername, codehostVerified } = card ?? {}
  const account = codehostVerified && codehostUsername ? `@${codehostUsername}` : null
  const proved = new Set([nameVerified && name, account].filter(text => typeof text === 'string'))
  if (proved.size === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t`Proved accounts`}>
      {[...proved].map(text => (
        <li key={text} className="max-w-full">
          <Tag tone="moss">
            <span>
              <Trans>
                <bdi>{text}</bdi> ✓ proved
              </Trans>
            </span>
          </Tag>
        </li>
      ))}
    </ul>
  )
}

const figures = new Intl.NumberFormat(locale)
const kept = 5 * 60_000

/** Their room is kept while they come. */
function Figures({ address }: { address: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['profile', address.toLowerCase()],
    queryFn: () => furrow.profile.get(address),
    staleTime: kept,
  })
  return (
    <dl aria-busy={isPending} className="grid grid-cols-3 gap-3 [&_dt]:text-xs [&_dt]:text-muted">
      <Figure label={t`Finished`}>
        {isPending ? '…' : figures.format(data?.farmerProfile.questsCompleted ?? 0)}
      </Figure>
      <Figure label={t`Rating`}>{isPending ? '…' : ratingOf(data)}</Figure>
      <Figure label={t`Pays within`}>{isPending ? '…' : soonnessOf(data)}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt>{label}</dt>
      <dd className="min-h-6 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** As a farmer, else as a giver. */
function ratingOf(profile: Profile | undefined): ReactNode {
  const rating = profile?.farmerProfile.rating ?? profile?.giverProfile.rating ?? null
  return rating === null ? t`none yet` : <Rating value={rating} />
}

function soonnessOf(profile: Profile | undefined): string {
  const days = profile?.giverProfile.medianDaysToPay
  if (typeof days !== 'number') return t`not known`
  const count = Math.max(1, Math.round(days))
  return plural(count, { one: '# day', other: '# days' })
}

function Actions({ address }: { address: string }) {
  const { address: reader } = useSession()
  return (
    <div className="flex flex-wrap gap-2">
      {!sameAddress(reader, address) && (
        <LinkButton to="/mail/new" search={{ to: address }}>
          <Trans>Message</Trans>
        </LinkButton>
      )}
      <CopyButton text={address}>{t`Copy address`}</CopyButton>
    </div>
  )
}
