import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'
import { When } from '../ui/time.tsx'

const parts =
  /(\bquest-\d{13}-[0-9a-f]+\b|\b0x[0-9a-fA-F]{40}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b|https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/

/** A letter's plain text; the quests, people, times and pages named in it are shown as such. */
export function LetterText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text.split(parts).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its parts
        <Part key={index} part={part} named={index % 2 === 1} />
      ))}
    </p>
  )
}

function Part({ part, named }: { part: string; named: boolean }) {
  if (!named) return part
  if (part.startsWith('quest-'))
    return (
      <Link to="/quests/$id" params={{ id: part }} className="font-medium underline">
        <Trans>see the quest</Trans>
      </Link>
    )
  if (part.startsWith('0x')) return <AddressLink address={part} />
  if (part.startsWith('http'))
    return (
      <a href={part} rel="noreferrer nofollow ugc" className="underline">
        {part}
      </a>
    )
  return <When at={part} exact />
}
