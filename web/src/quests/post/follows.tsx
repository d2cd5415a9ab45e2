import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { questQuery } from '../quest-query.ts'

/** The quest that a new one follows in a plan. */
export function Follows({ id }: { id: string }) {
  const { data } = useQuery(questQuery(id))
  const title = data?.title ?? id
  return (
    <p className="rounded-xl border border-line p-3 text-sm">
      <Trans>
        The next part of a plan, after{' '}
        <Link to="/quests/$id" params={{ id }} dir="auto" className="underline">
          {title}
        </Link>
        . It opens once that one is paid: for 72 hours to its farmers, then to everybody.
      </Trans>
    </p>
  )
}
