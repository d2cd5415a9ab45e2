import { Link } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'

type ThingLinkProps = { kind: string; id: string; title: string; questId?: string | null }

/** Links to the subject of a report or a decision, where it has a page. */
export function ThingLink({ kind, id, title, questId = null }: ThingLinkProps) {
  const quest = kind === 'quest' ? id : questId
  if (quest !== null)
    return (
      <Link to="/quests/$id" params={{ id: quest }} className="underline">
        <bdi>{title}</bdi>
      </Link>
    )
  if (kind === 'profile' || kind === 'wallet') return <AddressLink address={id} />
  return kind === 'proposal' ? (
    <Link to="/community-dao" className="underline">
      <bdi>{title}</bdi>
    </Link>
  ) : (
    <bdi>{title}</bdi>
  )
}
