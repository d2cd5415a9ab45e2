import type { Message } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useNameOf } from '../service/address-link.tsx'
import { useCardsOf, useIsNaming } from '../service/cards.ts'
import { Face } from '../service/face.tsx'
import { useGrowing } from '../ui/growing.ts'
import { When } from '../ui/time.tsx'
import type { Box } from './boxes.ts'
import type { Group } from './groups.ts'
import { TypeTag } from './letter.tsx'
import { NamedText } from './named-text.tsx'
import type { Selection } from './use-selection.ts'

type LetterListProps = {
  groups: readonly Group[]
  box: Box
  /** The search text stays while letters are opened. */
  q: string | undefined
  openId: string | undefined
  selection: Selection
  children: ReactNode
}

/** The number of letters drawn in one go. */
const step = 20
/** Senders that a group names. */
const mostNames = 3

/** Letters, those about one quest together. */
export function LetterList({ groups, children, ...rest }: LetterListProps) {
  const letters = groups.flatMap(group => group.letters)
  useCardsOf(letters.map(({ from, to }) => (rest.box === 'sent' ? to : from)))
  const grown = useGrowing(`${rest.box} ${rest.q}`, groups.length, step)
  return (
    <ul className="grid max-h-[70dvh] overflow-y-auto rounded-2xl border border-line bg-card shadow-card">
      {groups.slice(0, grown).map(group => {
        const [only, ...others] = group.letters
        if (only !== undefined && others.length === 0)
          return <Line key={group.key} message={only} {...rest} />
        return <QuestGroup key={group.key} group={group} isAlone={groups.length === 1} {...rest} />
      })}
      {grown === groups.length && children}
    </ul>
  )
}

type RestProps = Omit<LetterListProps, 'groups' | 'children'>

function QuestGroup({ group, isAlone, ...rest }: RestProps & { group: Group; isAlone: boolean }) {
  const { letters, title, questId } = group
  const { openId, selection, box, q } = rest
  const [isToggled, setToggled] = useState<boolean | null>(null)
  const isOpen = isToggled ?? (isAlone || letters.some(({ id }) => id === openId))
  const unread = letters.filter(({ read }) => !read).length
  const count = letters.length
  const chosen = letters.filter(({ id }) => selection.has(id)).length
  const [newest] = letters
  const senders = [...new Set(letters.map(({ from, to }) => (box === 'sent' ? to : from)))]
  const [newestSender] = senders
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex hover:bg-moss-soft">
        <Choose
          label={plural(count, {
            one: `Choose # letter about ${title}`,
            other: `Choose # letters about ${title}`,
          })}
          checked={chosen === letters.length}
          some={chosen > 0 && chosen < letters.length}
          onChoose={isChosen =>
            selection.set(
              letters.map(({ id }) => id),
              isChosen,
            )
          }
        />
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 flex-1 gap-3 py-3.5 pr-3.5 text-left"
          onClick={() => setToggled(!isOpen)}
        >
          {newestSender && <Face address={newestSender} size={34} />}
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex items-center justify-between gap-2 text-sm text-muted">
              <Senders addresses={senders} />
              {newest && (
                <span className="shrink-0">
                  <When at={newest.sentAt} />
                </span>
              )}
            </span>
            <span className={`flex items-center gap-2 ${unread > 0 ? 'font-bold' : 'font-medium'}`}>
              {unread > 0 && <Dot />}
              <bdi className="min-w-0 flex-1 truncate max-sm:line-clamp-2 max-sm:whitespace-normal">
                {title}
              </bdi>
              <svg
                viewBox="0 0 16 16"
                aria-hidden="true"
                className={`size-4 shrink-0 transition ${isOpen ? 'rotate-180' : ''}`}
              >
                <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            </span>
            <span className="text-sm text-muted">
              {unread > 0 ? (
                <Trans>
                  <Plural value={count} one="# letter" other="# letters" />,{' '}
                  <Plural value={unread} one="# unread" other="# unread" />
                </Trans>
              ) : (
                <Plural value={count} one="# letter" other="# letters" />
              )}
            </span>
          </span>
        </button>
      </div>
      {isOpen && (
        <>
          <ul className="border-l-4 border-moss-soft">
            {letters.map(message => (
              <Line key={message.id} message={message} {...rest} />
            ))}
          </ul>
          {questId && (
            <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line p-3.5 text-sm">
              <Link to="/quests/$id" params={{ id: questId }} className="underline">
                <Trans>Open the quest</Trans>
              </Link>
              {q !== questId && (
                <Link to="/mail" search={{ box, q: questId }} className="underline">
                  <Trans>All letters about it</Trans>
                </Link>
              )}
            </p>
          )}
        </>
      )}
    </li>
  )
}

/** The people who wrote the newest letters of a group, and how many others did. */
function Senders({ addresses }: { addresses: readonly string[] }) {
  const others = addresses.length - mostNames
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
      {addresses.slice(0, mostNames).map((address, index) => (
        <Sender key={address} address={address} isPictured={index > 0} />
      ))}
      {others > 0 && (
        <span>
          <Plural value={others} one="and # other" other="and # others" />
        </span>
      )}
    </span>
  )
}

/** The picture of the newest one stands before the whole group. */
function Sender({ address, isPictured }: { address: string; isPictured: boolean }) {
  const name = useNameOf(address, true)
  const isNaming = useIsNaming(address)
  return (
    <span className="flex min-w-0 items-center gap-1">
      {isPictured && <Face address={address} size={18} />}
      <span className={`max-w-[10rem] truncate tabular-nums ${isNaming ? 'opacity-0' : ''}`}>
        {address === '*' ? t`Everyone` : name}
      </span>
    </span>
  )
}

type ChooseProps = {
  label: string
  checked: boolean
  some?: boolean
  onChoose: (isChosen: boolean, through: boolean) => void
}

function Choose({ label, checked, some = false, onChoose }: ChooseProps) {
  // A change does not say which keys were held down, only the click before it does.
  const through = useRef(false)
  return (
    <label className="grid w-11 shrink-0 place-items-center self-stretch select-none">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5"
        checked={checked}
        ref={box => {
          if (box) box.indeterminate = some
        }}
        onClick={({ shiftKey }) => {
          through.current = shiftKey
        }}
        onChange={({ target }) => onChoose(target.checked, through.current)}
      />
    </label>
  )
}

function Dot() {
  return <span aria-hidden="true" className="inline-block size-2.5 shrink-0 rounded-full bg-moss" />
}

/** Drawn letters stay as they are while more come. */
const Line = memo(function Line({ message, box, q, openId, selection }: RestProps & { message: Message }) {
  const other = box === 'sent' ? message.to : message.from
  const name = useNameOf(other, true)
  const isNaming = useIsNaming(other)
  const unread = !message.read
  // Without a letter beside it, a line has the whole width.
  const isWide = openId === undefined
  const wide = isWide ? 'md:grid-cols-[11rem_minmax(0,2fr)_minmax(0,3fr)_8rem] md:items-center' : ''
  const subject = message.subject || t`No subject`
  return (
    <li className="flex border-b border-line [contain-intrinsic-size:auto_6.25rem] [content-visibility:auto] last:border-0">
      <Choose
        label={t`Choose the letter ${subject}`}
        checked={selection.has(message.id)}
        onChoose={(isChosen, through) => selection.toggle(message.id, isChosen, through)}
      />
      <Link
        to="/mail"
        search={{ box, q, id: message.id }}
        aria-current={message.id === openId ? 'true' : undefined}
        className="flex min-w-0 flex-1 gap-3 py-3.5 pr-3.5 hover:bg-moss-soft aria-[current=true]:bg-moss-soft"
      >
        <Face address={other} size={34} />
        <span className={`grid min-w-0 flex-1 gap-x-4 gap-y-0.5 ${wide}`}>
          <span className="flex items-center justify-between gap-2 text-sm text-muted">
            <span className={`truncate tabular-nums ${isNaming ? 'opacity-0' : ''}`}>
              {other === '*' ? t`Everyone` : name}
            </span>
            <span className={`shrink-0 ${isWide ? 'md:hidden' : ''}`}>
              <When at={message.sentAt} />
            </span>
          </span>
          <span className={`flex items-center gap-2 ${unread ? 'font-bold' : ''}`}>
            {unread && <Dot />}
            <span className="truncate max-sm:line-clamp-2 max-sm:whitespace-normal">
              {unread && (
                <span className="sr-only">
                  <Trans>Unread:</Trans>{' '}
                </span>
              )}
              <bdi>{subject}</bdi>
            </span>
          </span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <span className="flex shrink-0">
              <TypeTag type={message.type} official={message.official} />
            </span>
            <bdi className="min-w-0 truncate">
              <NamedText text={message.body.slice(0, 200)} />
            </bdi>
          </span>
          {isWide && (
            <span aria-hidden="true" className="text-right text-sm text-muted max-md:hidden">
              <When at={message.sentAt} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
})
